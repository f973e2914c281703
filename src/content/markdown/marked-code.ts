import { textAttribute, type Element } from './element.ts';

/**
 * The code of a component that gets it as an attribute, as from an imported file, or the part of it between two markers:
 * `<FilteredText text={code} startMarker="# START a" endMarker="# END a" language="py" />`; also the commands of
 * `<Snippet text="npm i" />`. Null for other components. https://vercel.com/geist/snippet
 */
export function codeAttribute(element: Element): string | null {
  const { attributes, name, children } = element;
  if (children.length === 0) {
    const lines = name === 'Snippet' ? attributes['text'] : commandsOf(attributes);
    if (typeof lines === 'string') return lines.trim();
    if (Array.isArray(lines)) return lines.filter((line) => typeof line === 'string').join('\n');
  }
  const code = ['code', 'text', 'source', 'snippet', 'raw'].map((key) => attributes[key]).find(isLong);
  if (code === undefined) return null;
  const [start, end] = ['start', 'end'].map((side) =>
    textAttribute(element, `${side}Marker`, `${side}_marker`, side),
  );
  if (start === null && end === null && textAttribute(element, 'language', 'lang') === null) return null;
  const lines = code.split('\n');
  const isMark = (mark: string | null | undefined) => (line: string) => mark != null && line.trim() === mark;
  const from = lines.findIndex(isMark(start)) + 1;
  const to = lines.findIndex((line, at) => at >= from && isMark(end)(line));
  return withoutIndent(lines.slice(from, to < 0 ? undefined : to));
}

/** `<Terminal cmd={['$ npm install']} />`. https://docs.expo.dev/get-started/create-a-project/ */
function commandsOf(attributes: Element['attributes']): unknown {
  const lines = attributes['cmd'] ?? attributes['command'] ?? attributes['commands'];
  if (attributes['description'] !== undefined) return undefined;
  return Array.isArray(lines) && !lines.every((line) => typeof line === 'string') ? undefined : lines;
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n');
}

function withoutIndent(lines: string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = indents.reduce((one, other) => Math.min(one, other), Infinity);
  return lines
    .map((line) => line.slice(Number.isFinite(least) ? least : 0))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
