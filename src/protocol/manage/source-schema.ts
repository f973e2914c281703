import { z } from '@hono/zod-openapi';

const place = {
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .transform((url) => url.replace(/\/$/, ''))
    .optional()
    .describe('The address of this source’s site, if it has its own.'),
  prefix: z
    .string()
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/)
    .max(200)
    .optional()
    .describe('Prefix of its pages’ paths.'),
};

const pathText = z.string().max(300);

/** The mapping of files to addresses, as `urls` in a docs root's `docent.yaml`. */
const urlsBody = z
  .strictObject({
    folder: pathText.optional().describe('Only files in this folder are pages.'),
    stripNumbers: z.boolean().optional().describe('`10-routing.md` is `routing`.'),
    rules: z
      .record(pathText, pathText)
      .refine((rules) => Object.keys(rules).length <= 100, 'At most 100 rules.')
      .optional()
      .describe('From the path of a file to the path of its page: `{":section/:page": ":page"}`.'),
    prefix: pathText.optional().describe('Put before every path, after the rules.'),
    slug: z.string().max(100).optional().describe('The front matter field with a page’s path.'),
    base: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional()
      .describe('Where the site is.'),
    ending: z.enum(['', '/', '.html']).optional().describe('What follows a path.'),
  })
  .openapi('UrlMapping');

const files = {
  urls: urlsBody.optional().describe('How files become addresses, where no framework’s rules say it.'),
  built: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe(
      'The site’s own build, which says addresses and ids: a folder that the server may read, or the address of the site or of its sitemap.',
    ),
};

const folderSource = z
  .strictObject({ kind: z.literal('folder'), path: z.string().min(1).max(4_000), ...files, ...place })
  .openapi('FolderSource');

const gitSource = z
  .strictObject({
    kind: z.literal('git'),
    url: z
      .string()
      .max(2_000)
      .regex(/^[\x21-\x7e]+$/)
      .describe('An https address, or an ssh address where the operator allows it.'),
    branch: z.string().max(200).optional().describe('A branch or tag; without it, the default branch.'),
    root: z.string().max(1_000).optional().describe('The docs folder in the repository.'),
    ...files,
    ...place,
  })
  .openapi('GitSource');

const webUrl = z.url({ protocol: /^https?$/ }).max(2_000);

const siteSource = z
  .strictObject({
    kind: z.literal('site'),
    url: webUrl.describe('The start page or a sitemap; pages below its path are read.'),
    pages: z.int().min(1).max(100_000).optional().describe('Maximum number of pages (default 20,000).'),
    ...place,
  })
  .openapi('SiteSource');

const llmsSource = z
  .strictObject({ kind: z.literal('llms'), url: webUrl.describe('Of an llms-full.txt.'), ...place })
  .openapi('LlmsSource');

/** Never the path of a folder, whose docs are kept by that. */
export const pushedName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

const pushedSource = z
  .strictObject({
    kind: z.literal('pushed'),
    name: pushedName.optional().describe('Tells several pushed sources of a project apart.'),
    ...files,
    ...place,
  })
  .describe('What was pushed last.')
  .openapi('PushedSource');

export const sourceSchema = z.discriminatedUnion('kind', [
  folderSource,
  gitSource,
  siteSource,
  llmsSource,
  pushedSource,
]);
export type Source = z.output<typeof sourceSchema>;

export const sourcesBody = z
  .array(sourceSchema)
  .min(1)
  .max(20)
  .refine((sources) => {
    const names = sources.flatMap((source) => (source.kind === 'pushed' ? [source.name ?? ''] : []));
    return new Set(names).size === names.length;
  }, 'Pushed sources of a project need a name each.')
  .describe('The sources of the docs; when two have the same page, the first counts.');
