import { asList, asObject, asText, asTexts } from './config/values.ts';

/** Longer outputs are data and no text. */
const maxOutput = 2000;

/** Tags of cells that are not shown. https://jupyterbook.org/en/stable/content/metadata.html */
const hiding = new Set(['remove-cell', 'remove_cell', 'nbsphinx-hidden']);
const hidingInput = new Set([...hiding, 'remove-input', 'remove_input']);

/**
 * A Jupyter notebook as MyST: its Markdown, its code and what that printed. Null when it is no notebook of format 4.
 * https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function notebookText(source: string): string | null {
  const notebook = parseObject(source);
  const cells = notebook['cells'];
  if (!Array.isArray(cells)) return null;
  const metadata = asObject(notebook['metadata']);
  const language =
    asText(asObject(metadata['language_info'])['name']) ??
    asText(asObject(metadata['kernelspec'])['language']) ??
    '';
  return `${cells.flatMap((cell) => readCell(asObject(cell), language)).join('\n\n')}\n`;
}

function parseObject(source: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(source));
  } catch {
    return {};
  }
}

function readCell(cell: Record<string, unknown>, language: string): string[] {
  const { tags, nbsphinx } = asObject(cell['metadata']);
  const marks = [...asTexts(tags), ...(nbsphinx === 'hidden' ? ['nbsphinx-hidden'] : [])];
  if (marks.some((one) => hiding.has(one))) return [];
  const text = joined(cell['source']);
  switch (cell['cell_type']) {
    case 'markdown':
      return [text];
    case 'raw':
      return isRst(cell) ? [fenced(text, '{eval-rst}')] : [];
    case 'code': {
      const input = marks.some((one) => hidingInput.has(one)) ? '' : text;
      return [
        ...(input.trim() === '' ? [] : [fenced(input, language)]),
        ...asList(cell['outputs']).flatMap((output) => readOutput(asObject(output))),
      ];
    }
    default:
      return [];
  }
}

/** https://nbsphinx.readthedocs.io/en/latest/raw-cells.html */
function isRst({ metadata }: Record<string, unknown>): boolean {
  const { raw_mimetype: type, format } = asObject(metadata);
  return /^text\/(?:restructuredtext|x-rst)$/.test(asText(type) ?? asText(format) ?? '');
}

/** What was printed, and a result that has no better form than its text. */
function readOutput(output: Record<string, unknown>): string[] {
  const data = asObject(output['data']);
  const isText = Object.keys(data).length === 1;
  const text =
    output['output_type'] === 'stream'
      ? output['name'] === 'stdout' && joined(output['text'])
      : isText && joined(data['text/plain']);
  return text === false || text.trim() === '' || text.length > maxOutput ? [] : [fenced(text, '')];
}

/** Texts are strings or lists of lines. */
function joined(value: unknown): string {
  return asTexts(value).join('');
}

/** Code in a fence that is longer than any in it. */
function fenced(code: string, info: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${code.replace(/\n$/, '')}\n${fence}`;
}
