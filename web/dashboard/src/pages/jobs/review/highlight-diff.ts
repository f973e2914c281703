import { type HunkData, type HunkTokens, markEdits, tokenize } from 'react-diff-view';
import { highlight } from '../../../../../widget/src/markdown/highlight.ts';

/** Longer changes are shown without syntax colours, longer hunks without marks, which would take too long. */
const maxLines = 2_000;
const maxCharacters = 100_000;
const maxMarked = 4_000;

const lengthOf = ({ changes }: HunkData) => changes.reduce((sum, { content }) => sum + content.length, 0);

/** Syntax colours, and marks for changes within lines. @param source the file before the change */
export function tokensOf(path: string, hunks: HunkData[], source: string | null): HunkTokens | null {
  const lines = hunks.reduce((sum, { changes }) => sum + changes.length, 0);
  const characters = hunks.reduce((sum, hunk) => sum + lengthOf(hunk), 0);
  if (lines > maxLines || characters > maxCharacters) return null;
  const marked = hunks.filter((hunk) => lengthOf(hunk) <= maxMarked);
  const enhancers = [markEdits(marked, { type: 'block' })];
  const language = path.slice(path.lastIndexOf('.') + 1);
  return tokenize(hunks, {
    highlight: true,
    refractor: { highlight: coloured as never },
    language,
    enhancers,
    ...(source !== null && { oldSource: source }),
  });
}

/** The tree format of the diff's tokenizer: https://github.com/syntax-tree/hast */
function coloured(text: string, language: string): object[] {
  const pieces = highlight(text, language) ?? [[text]];
  return pieces.map(([value, kind]) => {
    const leaf = { type: 'text', value };
    return kind === undefined
      ? leaf
      : { type: 'element', properties: { className: [`code-${kind}`] }, children: [leaf] };
  });
}
