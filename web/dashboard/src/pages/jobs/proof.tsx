import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { proofLine } from './job-words.ts';

type Proof = NonNullable<Job['proof']>;
type Outcome = Proof['questions'][number]['before'];

const outcomes: Record<Outcome, { tone: Tone; word: string }> = {
  answered: { tone: 'good', word: 'Answered' },
  partial: { tone: 'warn', word: 'Partly' },
  closest: { tone: 'plain', word: 'Closest pages' },
  not_in_docs: { tone: 'bad', word: 'Not in the docs' },
};

/** How readers' questions are answered without and with the change, side by side. */
export function Proof({ proof }: { proof: Proof }) {
  const changed = proof.questions.filter(({ before, after }) => before !== after);
  const same = proof.questions.filter(({ before, after }) => before === after);
  return (
    <Card title={proofLine(proof)}>
      <div className="grid gap-3 text-sm">
        {changed.length > 0 && <Questions questions={changed} />}
        {same.length > 0 && (
          <details>
            <summary className="cursor-pointer text-soft">The same before and after: {same.length}</summary>
            <div className="pt-3">
              <Questions questions={same} />
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}

function Questions({ questions }: Pick<Proof, 'questions'>) {
  return (
    <table className="w-full text-left">
      <thead className="text-xs text-soft">
        <tr>
          <th className="pb-1 font-medium">Question</th>
          <th className="pb-1 font-medium">Before</th>
          <th className="pb-1 font-medium">After</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {questions.map(({ question, before, after, page }) => (
          <tr key={question}>
            <td className="py-1.5 pr-3 break-words">
              <span dir="auto">{question}</span>
              {page !== null && <span className="block text-xs text-faint">{page === '' ? '/' : page}</span>}
            </td>
            <td className="py-1.5 pr-3">
              <Badge tone={outcomes[before].tone}>{outcomes[before].word}</Badge>
            </td>
            <td className="py-1.5">
              <Badge tone={outcomes[after].tone}>{outcomes[after].word}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
