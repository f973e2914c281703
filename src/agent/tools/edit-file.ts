import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';

const edit = z.object({ old: z.string().min(1), new: z.string(), all: z.boolean().default(false) });

export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replaces text in a file. `old` must match the file exactly, without line numbers, and occur once: include more of the lines around it, or set `all`. For several places use `edits`: they are applied in order, all or none.',
  input: z.object({
    path: z.string(),
    old: z.string().min(1).optional(),
    new: z.string().optional(),
    all: z.boolean().default(false),
    edits: z.array(edit).min(1).max(100).optional(),
  }),
  summary: ({ path }) => path,
  async run({ path, old, new: replacement, all, edits }, { workspace }) {
    const wanted = [...(old === undefined ? [] : [{ old, new: replacement ?? '', all }]), ...(edits ?? [])];
    if (wanted.length === 0) throw new Refusal('Give `old` and `new`, or `edits`.');
    let text = await workspace.read(path);
    let places = 0;
    for (const each of wanted) {
      const replaced = replaceText(text, each);
      text = replaced.text;
      places += replaced.count;
    }
    await workspace.write(path, text);
    return `Replaced ${places === 1 ? 'one place' : `${places} places`} in ${path}.`;
  },
});

function replaceText(
  text: string,
  { old, new: replacement, all }: z.infer<typeof edit>,
): { text: string; count: number } {
  const wanted = old.replaceAll('\r\n', '\n');
  const count = text.split(wanted).length - 1;
  if (count === 0) throw new Refusal(describeMiss(text, wanted, replacement));
  if (count > 1 && !all) {
    throw new Refusal(
      `\`old\` occurs ${count} times, on lines ${linesOf(text, wanted).join(', ')}. Take more of the text around it, or set all=true.`,
    );
  }
  return { text: text.replaceAll(wanted, () => replacement), count };
}

const linesOf = (text: string, wanted: string): number[] =>
  text
    .split(wanted)
    .slice(0, -1)
    .slice(0, 10)
    .map(
      (_, nth, before) =>
        before
          .slice(0, nth + 1)
          .join(wanted)
          .split('\n').length,
    );

/** Why an edit matched nothing, with the actual text that was probably meant. */
function describeMiss(text: string, wanted: string, replacement: string): string {
  if (replacement !== '' && text.includes(replacement))
    return 'The file holds the new text already; nothing is left to do here.';
  const lines = text.split('\n');
  const wantedLines = wanted.split('\n').map(squeeze).filter(Boolean);
  const first = bestLine(lines, wantedLines[0] ?? '');
  if (first === null) return 'The file holds no such text. Read it again and copy the text exactly.';
  const count = Math.max(wantedLines.length, 1) + 1;
  const near = lines
    .slice(first, first + count)
    .join('\n')
    .slice(0, 1500);
  return `The file holds no such text. From line ${first + 1} it reads:\n${near}\nCopy it exactly, with its spaces.`;
}

/** The first line that shares the most words with the wanted line; null when no line shares half of them. */
function bestLine(lines: string[], wanted: string): number | null {
  const words = new Set(wanted.split(' ').filter(Boolean));
  const shared = lines.map((line) => {
    const own = squeeze(line);
    return own === wanted ? words.size + 1 : own.split(' ').filter((word) => words.has(word)).length;
  });
  const most = shared.reduce((best, count) => Math.max(best, count), 0);
  return most > 0 && most * 2 >= words.size ? shared.indexOf(most) : null;
}

const squeeze = (line: string) => line.trim().toLowerCase().replace(/\s+/g, ' ');
