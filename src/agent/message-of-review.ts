import { quoted } from '../lib/quoted.ts';

/** What a person says of one line of a job's change. */
export type LineComment = {
  /** The round in whose diff it was said, and whether in that of the whole pull request. */
  round: number;
  whole: boolean;
  file: string;
  /** A line of the file as it is now, or of what was removed from it. */
  side: 'old' | 'new';
  line: number;
  /** What the line says. */
  quote: string;
  text: string;
};

export type Review = { text: string; comments: readonly LineComment[] };

/** A review as the agent gets it. What the docs say stands between tags, as all that nobody has said to it. */
export function messageOfReview({ text, comments }: Review): string {
  const about = comments.map(({ file, side, line, quote, text }) => {
    const where = side === 'new' ? `line ${line}` : `a line that you removed (it was line ${line})`;
    return `${file}, ${where}:\n${quoted('diff', quote)}\n${text}`;
  });
  const head =
    comments.length === 0
      ? []
      : ['I reviewed the change, line by line. Do what each of these comments asks.'];
  return [...(text === '' ? [] : [text]), ...head, ...about].join('\n\n');
}
