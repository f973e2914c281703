import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Redirect } from '../site/addresses.ts';
import { folderOf } from '../site/paths.ts';

/** Redirects of a site's host, for any framework: `_redirects`, `vercel.json`, `netlify.toml`. */
export async function readHostRedirects(
  tree: FileTree,
  root: string,
  readConfig: ReadConfig,
): Promise<Redirect[]> {
  const redirects: Redirect[][] = [];
  const isNear = (file: string): boolean =>
    root === '' || file.startsWith(`${root}/`) || root.startsWith(folderOf(file));
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

/** `[{source, destination}]`, `[{from, to}]`, as Vercel, Next, Mintlify and Docusaurus write redirects. */
export function readRedirects(listed: unknown): Redirect[] {
  return asList(listed).flatMap((item) => {
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
