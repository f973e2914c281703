import type { CodeItem } from './code-item.ts';
import { htmlCode } from './html-code.ts';
import { directiveCode, listRstCode } from './rst-code.ts';

/** https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
const opening =
  /^[ \t>]{0,40}(`{3,}|~{3,}|:{3,})[ \t]{0,10}\{([\w.:+-]{1,60})[^}\n]{0,200}\}[ \t]*([^\n]{0,2000})$/;

/** The code and includes of fences that are directives: ```` ```{raw} html ````, `:::{include} a.md`. */
export function fenceCode(path: string, text: string): CodeItem[] {
  const lines = text.split('\n');
  const items: CodeItem[] = [];
  for (const [at, line] of lines.entries()) {
    const [, fence, name, argument] = opening.exec(line) ?? [];
    if (fence === undefined || name === undefined) continue;
    const body = bodyOf(lines, at, fence);
    if (name === 'eval-rst') {
      for (const item of listRstCode(path, body.join('\n')))
        items.push({ ...item, line: at + 1 + item.line });
      continue;
    }
    items.push(...directiveCode(path, { name, argument: argument!.trim(), body, line: at + 1 }));
    if (name === 'image' || name === 'figure')
      items.push(...htmlCode({ name: 'img', attributes: { src: argument!.trim() }, line: at + 1 }));
  }
  return items;
}

/** Without a limit: what is not read could hold anything. Hostile nesting ends at the process' limit of time. */
function bodyOf(lines: readonly string[], at: number, fence: string): string[] {
  const body: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const bare = line.replace(/^[ \t>]+/, '').trimEnd();
    if (bare.startsWith(fence) && bare.replaceAll(fence[0]!, '') === '') break;
    body.push(line);
  }
  return body;
}
