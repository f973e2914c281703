import type { JobProof, ProvenQuestion } from '../store/jobs.ts';
import { plainMarkdown } from './plain-text.ts';

const maxRows = 40;
const maxCell = 160;

/** What a change does to the answers of readers' questions, as one line. */
export const proofLine = ({ gained, lost, asked }: Pick<JobProof, 'gained' | 'lost' | 'asked'>): string =>
  `Answers ${gained} more and loses ${lost} of ${asked} ${asked === 1 ? 'question' : 'questions'}`;

/** The line, how it was asked, and a table: what is lost and gained first. */
export function proofText(proof: Omit<JobProof, 'round'>): string {
  const rows = proof.questions.toSorted((a, b) => weightOf(b) - weightOf(a));
  const rest = rows.length - maxRows;
  const words = {
    answered: 'answered',
    partial: 'partly',
    closest: 'closest pages',
    not_in_docs: 'not in the docs',
  };
  return [
    `${proofLine(proof)}.`,
    howAsked(proof),
    [
      '| Question | Before | After | Page |',
      '| --- | --- | --- | --- |',
      ...rows
        .slice(0, maxRows)
        .map(({ question, before, after, page }) =>
          row([
            cell(question),
            words[before],
            words[after],
            page === null ? '' : cell(page === '' ? '/' : page),
          ]),
        ),
    ].join('\n'),
    rest > 0 ? `And ${rest} more.` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function howAsked({ model, asked }: Pick<JobProof, 'model' | 'asked'>): string {
  if (model === null) return 'Asked without a model: what search finds is judged.';
  return `Of ${asked}, ${model.asked} whose sections the change touches were asked of ${cell(model.name)} on both sides; for the others, what search finds is judged.`;
}

const weightOf = ({ before, after }: ProvenQuestion): number => {
  if (before === after) return 0;
  return before === 'answered' ? 3 : after === 'answered' ? 2 : 1;
};

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Text of readers and paths of pages as one cell, in which nothing is markup. */
function cell(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > maxCell ? `${line.slice(0, maxCell)}…` : line;
  return plainMarkdown(cut.replace(/[\\`*_[\]|~()]/g, '\\$&')).replace(/(https?):\/\//gi, '$1:\u2060//');
}
