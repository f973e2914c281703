import { parseYamlAsText } from '../../config/data-parsers.ts';
import { asObject, asText } from '../../config/values.ts';

/** What a block of YAML below `::component` says: attributes, and lines of Markdown for lists of texts. */
type Fields = { attributes: Record<string, string>; blocks: string[] };

/** Lines. Longer blocks are no fields. */
const maxLines = 500;

/** The fields below a component's first line, and the last line of them. */
export function mdcFields(lines: string[], from: number): { fields: Fields; end: number } {
  const none = { fields: { attributes: {}, blocks: [] }, end: from - 1 };
  const isFence = (line: string | undefined): boolean => /^[ \t]*---[ \t]*$/.test(line ?? '');
  if (!isFence(lines[from])) return none;
  const to = lines.slice(from + 1, from + 1 + maxLines).findIndex(isFence);
  if (to < 0) return none;
  const indent = lines[from]!.search(/\S/);
  const text = lines
    .slice(from + 1, from + 1 + to)
    .map((line) => line.slice(Math.min(indent, Math.max(0, line.search(/\S/)))))
    .join('\n');
  return { fields: fieldsOf(text), end: from + 1 + to };
}

function fieldsOf(text: string): Fields {
  let data: Record<string, unknown>;
  try {
    data = asObject(parseYamlAsText(text, 0));
  } catch {
    return { attributes: {}, blocks: [] };
  }
  const attributes: Record<string, string> = {};
  const blocks: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'string') attributes[key] = value;
    else if (Array.isArray(value)) blocks.push(...value.flatMap(lineOf));
  }
  return { attributes, blocks };
}

/** `- **Title**: text` for an entry of a list. */
function lineOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [`- ${entry}`];
  const one = asObject(entry);
  const title = ['title', 'label', 'name', 'question']
    .map((key) => asText(one[key]))
    .find((text) => text !== null);
  const text = ['description', 'content', 'answer', 'text']
    .map((key) => asText(one[key]))
    .find((found) => found !== null);
  const target = asText(one['to'] ?? one['href']);
  if (title === undefined && text === undefined) return [];
  const shown = target === null || title === undefined ? title : `[${title}](${target})`;
  return [
    `- ${[shown === undefined ? '' : `**${shown}**`, text ?? '']
      .filter((part) => part !== '')
      .join(': ')
      .replaceAll('\n', ' ')}`,
  ];
}
