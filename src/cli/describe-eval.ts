import type { Comparison, Move } from '../retrieval/eval/compare-runs.ts';
import type { AnswerOutcome, AnswerRun } from '../retrieval/eval/evaluate-answers.ts';
import { counted } from './counted.ts';
import type { EvalRun, Outcome } from '../retrieval/eval/evaluate.ts';

/** Maximum printed misses and moves; `--json` has all of them. */
const maxShown = 20;
const pagesShown = 3;

const titles = { ndcg10: 'nDCG@10', recall5: 'recall@5', recall10: 'recall@10', mrr10: 'MRR@10' } as const;

/** A run as text: metrics, misses with what was found instead, and changes since the earlier run. */
export function describeEval(
  run: EvalRun,
  comparison: Comparison | undefined,
  answers: AnswerRun | undefined,
): string {
  const { metrics, sections, outcomes, unknown, unlabelled } = run;
  const lines = [
    `${counted(outcomes.length, 'question', 'questions')}, searched by ${run.usedMeaning ? 'words and meaning' : 'words alone'}`,
    ...(unlabelled > 0
      ? [
          `${counted(unlabelled, 'question', 'questions')} more without a page: search is not measured on ${unlabelled === 1 ? 'it' : 'them'}`,
        ]
      : []),
    '',
  ];
  for (const metric of ['ndcg10', 'recall5', 'recall10', 'mrr10'] as const) {
    const gained = comparison ? `  ${signed(comparison.gained[metric])}` : '';
    lines.push(`${titles[metric].padEnd(12)}${metrics[metric].toFixed(3)}${gained}`);
  }
  if (sections !== null) lines.push(`${'section'.padEnd(12)}${sections.toFixed(3)}`);
  lines.push(`${'answerable'.padEnd(12)}${run.answerable.toFixed(3)}`);
  if (comparison) {
    lines.push(
      ...list('Better', comparison.better.map(describeMove)),
      ...list('Worse', comparison.worse.map(describeMove)),
    );
  }
  if (answers) lines.push(...describeAnswers(answers, comparison));
  lines.push(...list('Not found', outcomes.filter(({ place }) => place === null).map(describeMiss)));
  lines.push(
    ...list(
      'Not counted, for no page has their label',
      unknown.map(({ question }) => `  ${question}`),
    ),
  );
  return lines.join('\n');
}

function describeAnswers(
  { grades, right, unsupported, outcomes }: AnswerRun,
  comparison?: Comparison,
): string[] {
  const gained = (part: 'right' | 'supported') => {
    const gain = comparison?.gained[part];
    return gain === undefined ? '' : `  ${signed(gain)}`;
  };
  const counts = Object.entries(grades).map(([grade, count]) => `${count} ${grade}`);
  const regraded = comparison?.regraded ?? [];
  return [
    '',
    `${outcomes.length} answers: ${counts.join(', ')}`,
    `${'right'.padEnd(12)}${right.toFixed(3)}${gained('right')}`,
    `${'supported'.padEnd(12)}${(1 - unsupported).toFixed(3)}${gained('supported')}`,
    ...list(
      'Regraded',
      regraded.map(({ question, before, now }) => `  ${before} → ${now}  ${question}`),
    ),
    ...list('Not right', outcomes.filter(({ grade }) => grade !== 'right').map(describeAnswer)),
  ];
}

function describeAnswer({ question, grade, missing, cited }: AnswerOutcome): string {
  const lacks = missing.length === 0 ? '' : `\n    lacks  ${missing.join(', ')}`;
  return `  ${grade.padEnd(8)}${question}${lacks}\n    cites  ${cited.slice(0, pagesShown).join(', ') || 'nothing'}`;
}

function list(title: string, entries: string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - maxShown;
  const rest = more > 0 ? [`  … and ${more} more; --json has them all.`] : [];
  return ['', `${title} (${entries.length}):`, ...entries.slice(0, maxShown), ...rest];
}

function describeMove({ question, before, now }: Move): string {
  return `  ${before ?? '–'} → ${now ?? '–'}  ${question}`;
}

function describeMiss({ question, expected, found }: Outcome): string {
  const came = found.length === 0 ? 'nothing' : found.slice(0, pagesShown).join(', ');
  return `  ${question}\n    expected ${expected.join(', ')}\n    found    ${came}`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
