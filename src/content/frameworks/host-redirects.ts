import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText } from '../config/values.ts';
import { addToJson } from '../navigation/script-lists.ts';
import type { SiteFile } from '../navigation/site-file.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Redirect } from '../site/site-facts.ts';
import { folderOf } from '../site/paths.ts';

/** Redirects of a site's host, for any framework: `_redirects`, `vercel.json`, `netlify.toml`. */
export async function readHostRedirects(
  tree: FileTree,
  roots: string[],
  readConfig: ReadConfig,
): Promise<Redirect[]> {
  const redirects: Redirect[][] = [];
  const isNear = (file: string): boolean =>
    roots.some((root) => root === '' || file.startsWith(`${root}/`) || root.startsWith(folderOf(file)));
  for (const file of tree.files.filter(isNear)) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (name === '_redirects') redirects.push(netlifyLines((await tree.read(file)).text ?? ''));
    else if (name === 'netlify.toml') redirects.push(netlifyTables((await tree.read(file)).text ?? ''));
    else if (name === 'vercel.json') {
      const { redirects: listed } = asObject((await readConfig(file))['default']);
      redirects.push(readRedirects(listed));
    }
  }
  return redirects.flat();
}

/**
 * `[{source, destination}]`, `[{from, to}]`, as Vercel, Next, Mintlify and Docusaurus write redirects; `{from: to}` and
 * `{from: {to}}`, as Astro, Nuxt and Redocly do.
 */
export function readRedirects(listed: unknown): Redirect[] {
  const ofMap = Object.entries(asObject(listed)).map(([from, to]) =>
    typeof to === 'string' ? { from, to } : { from, ...asObject(to) },
  );
  return [...asList(listed), ...ofMap].flatMap((item) => {
    const { source, from = source, destination, to = destination } = asObject(item);
    const target = asText(to);
    return (Array.isArray(from) ? from : [from]).flatMap((one: unknown) =>
      typeof one === 'string' && target !== null ? [{ from: one, to: target }] : [],
    );
  });
}

/** https://docs.netlify.com/routing/redirects/ */
function netlifyLines(text: string): Redirect[] {
  return text.split('\n').flatMap((line) => {
    const [from, to] = line.trim().split(/\s+/);
    return from?.startsWith('/') && to !== undefined ? [{ from, to }] : [];
  });
}

function netlifyTables(text: string): Redirect[] {
  return text
    .split('[[redirects]]')
    .slice(1)
    .flatMap((table) => {
      const from = /^[ \t]*from[ \t]*=[ \t]*"([^"\n]*)"/m.exec(table)?.[1];
      const to = /^[ \t]*to[ \t]*=[ \t]*"([^"\n]*)"/m.exec(table)?.[1];
      return from === undefined || to === undefined ? [] : [{ from, to }];
    });
}

/** `_redirects` of Netlify and Cloudflare Pages: the first matching rule wins. https://docs.netlify.com/routing/redirects/ */
const rulesFile: SiteFile = {
  fits: /(?:^|\/)_redirects$/,
  addRedirect(text, { fullUrl: from }, { fullUrl: to }) {
    const lines = text.trimEnd().split('\n');
    const wildcard = lines.findIndex((line) => !line.startsWith('#') && /[*:]/.test(line.split(/\s/)[0]!));
    lines.splice(wildcard < 0 ? lines.length : wildcard, 0, `${from} ${to} 301`);
    return `${lines.filter((line, nth) => line !== '' || nth > 0).join('\n')}\n`;
  },
};

/** Tables of `netlify.toml`. https://docs.netlify.com/configure-builds/file-based-configuration/#redirects */
const tablesFile: SiteFile = {
  fits: /(?:^|\/)netlify\.toml$/,
  parts: [['redirects']],
  addRedirect(text, { fullUrl: from }, { fullUrl: to }) {
    const made = `[[redirects]]\n  from = "${from}"\n  to = "${to}"\n  status = 301\n`;
    const first = text.search(/^\[\[redirects\]\]/m);
    // Without any redirect in the file, nothing says that the docs keep theirs here.
    return first < 0 ? null : `${text.slice(0, first)}${made}\n${text.slice(first)}`;
  },
};

/** `redirects` of `vercel.json`. https://vercel.com/docs/project-configuration#redirects */
const vercelFile: SiteFile = {
  fits: /(?:^|\/)vercel\.json$/,
  parts: [['redirects']],
  addRedirect: (text, from, to, path) =>
    addToJson(text, path, from.fullUrl, to.fullUrl, ', "permanent": true'),
};

/** Files of hosts, which work for any framework; some builds read redirects from a file of their own. */
export const hostFiles: SiteFile[] = [
  rulesFile,
  tablesFile,
  vercelFile,
  { fits: /(?:^|\/)redirects\.ya?ml$/ },
];
