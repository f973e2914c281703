import { quoted } from '../lib/quoted.ts';

/** A person's comment on one line of a job's change. */
type LineComment = {
  /** The round of the diff, and whether it is the diff of the whole pull request. */
  round: number;
  whole: boolean;
  file: string;
  /** A line number of the new file, or of the old file for a removed line. */
  side: 'old' | 'new';
  line: number;
  /** The text of the line. */
  quote: string;
  text: string;
};

export type Review = { text: string; comments: readonly LineComment[] };

/** A review as a message to the agent. Quoted lines of the docs are between tags, as all untrusted text. */
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
