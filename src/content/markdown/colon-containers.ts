import { openTag, ownLine } from './component-tag.ts';
import { mapProse } from './split-prose.ts';

/** Containers that only change how their content is painted. */
const unseen = new Set(['v-pre', 'raw', 'no-v-pre']);

/**
 * Makes `:::note[Title]` (Docusaurus, Starlight) and `::: tip Title` (VitePress) with their `:::` into components.
 * https://docusaurus.io/docs/markdown-features/admonitions https://vitepress.dev/guide/markdown#custom-containers
 */
export function colonContainers(body: string): string {
  if (!body.includes(':::')) return body;
  const open: string[] = [];
  const readLine = (line: string): string => {
    const tab = open.at(-1)?.startsWith('Tab') ? /^[ \t]*==+[ \t]+(\S[^\n]*)/.exec(line) : null;
    if (tab !== null)
      return ownLine('', `${open.at(-1) === 'Tab' ? '</Tab>\n\n' : ''}${startTab(open, tab[1] ?? '')}`);
    const match = /^([ \t]*):{3,}[ \t]*(\S[^\n]*)?\n?$/.exec(line);
    if (match === null) return line;
    const [, indent = '', rest] = match;
    if (rest !== undefined) {
      const { name, start } = startContainer(rest);
      open.push(name);
      return ownLine(indent, start);
    }
    let ends = '';
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name !== '') ends += ownLine(indent, `</${name}>`);
      if (name !== 'Tab') break;
    }
    return ends;
  };
  const read = mapProse(body, (prose) =>
    prose
      .split(/(?<=\n)/)
      .map(readLine)
      .join(''),
  );
  const unclosed = open.toReversed().filter((name) => name !== '');
  return read + unclosed.map((name) => ownLine('', `</${name}>`)).join('');
}

/** The name is '' for a container that leaves no trace. */
function startContainer(rest: string): { name: string; start: string } {
  const match = /^([\w-]+)[ \t]*(?:\[([^\]]*)\])?([^{]*)/.exec(rest);
  const kind = match?.[1] ?? '';
  const title = (match?.[2] ?? match?.[3] ?? '').trim();
  if (kind === '' || unseen.has(kind)) return { name: '', start: '' };
  if (kind === 'details') {
    return { name: 'details', start: `<details>\n\n<summary>${title}</summary>` };
  }
  if (kind === 'code-group') return { name: 'CodeGroup', start: '<CodeGroup>' };
  if (kind === 'tabs') return { name: 'Tabs', start: '<Tabs>' };
  return { name: 'Admonition', start: openTag('Admonition', { type: kind, title }) };
}

function startTab(open: string[], title: string): string {
  if (open.at(-1) !== 'Tab') open.push('Tab');
  return openTag('Tab', { title });
}
