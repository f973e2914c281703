import { z } from '@hono/zod-openapi';
import { githubParts } from '../../lib/github-parts.ts';

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
  groups: z
    .array(z.string().min(1).max(100))
    .max(50)
    .optional()
    .describe('Access groups of its pages that name none themselves; without any, they are public.'),
};

const weighted = {
  ...place,
  weight: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      'The share of a docs page’s score that its pages get: by default 0.9 for files, 0.85 for Zendesk, 0.8 for Confluence and Notion, 0.7 for GitHub.',
    ),
};

const token = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[\x21-\x7e]+$/)
  .optional()
  .describe(
    'Stored sealed and never returned; without it, the one that the source at this address has stays.',
  );

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

const filesSource = z
  .strictObject({
    kind: z.literal('files'),
    folder: z
      .string()
      .min(1)
      .max(4_000)
      .describe('With PDF, DOCX, PPTX, HTML, CSV, IPYNB and TXT files, on the server.'),
    ...weighted,
  })
  .openapi('FilesSource');

const githubSource = z
  .strictObject({
    kind: z.literal('github'),
    url: webUrl.describe('Of the repository.'),
    what: z
      .array(z.enum(githubParts))
      .min(1)
      .max(3)
      .describe('Answered discussions, closed issues with a maintainer’s word, releases.'),
    token,
    ...weighted,
  })
  .openapi('GithubSource');

const apiSource = <Kind extends string>(kind: Kind, name: string, url: string, credential: string) =>
  z
    .strictObject({
      kind: z.literal(kind),
      url: webUrl.describe(url),
      token: token.describe(credential),
      ...weighted,
    })
    .openapi(name);

const sealed =
  'Stored sealed and never returned; without it, the one that the source at this address has stays.';
const notionSource = apiSource(
  'notion',
  'NotionSource',
  'Of the workspace, or of a page in it.',
  `Of an integration that the pages are shared with. ${sealed}`,
);
const confluenceSource = apiSource(
  'confluence',
  'ConfluenceSource',
  'Of the wiki, or of a space in it.',
  `\`email:token\` of Atlassian’s cloud, or a personal access token. ${sealed}`,
);
const zendeskSource = apiSource(
  'zendesk',
  'ZendeskSource',
  'Of the help centre.',
  `\`email/token:token\`, or an OAuth token. ${sealed}`,
);

export const sourceSchema = z.discriminatedUnion('kind', [
  folderSource,
  gitSource,
  siteSource,
  llmsSource,
  pushedSource,
  filesSource,
  githubSource,
  notionSource,
  confluenceSource,
  zendeskSource,
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
