import { DocentError } from '../errors.ts';
import {
  findGap,
  findQuestion,
  type Gap,
  type GapPosition,
  type GapQuestion,
  listGapQuestions,
  listGapTimes,
  pageOfGaps,
  updateGap,
} from '../store/gaps.ts';
import { type GapProof, listGapLoops } from '../store/gap-loops.ts';
import type { Paged, PageRequest } from '../store/paging.ts';
import type { Store } from '../store/store.ts';

const weekMs = 7 * 86_400_000;
const weeks = 8;
const shownExamples = 5;
const shownQuestions = 100;

/** A gap as people see it. */
export type ShownGap = Pick<Gap, 'id' | 'count' | 'createdAt' | 'lastAskedAt'> & {
  status: GapStatus;
  /** The job that was started for it last. */
  jobId: string | null;
  /** The answer that the docs now give, once a job's change has closed it. */
  proof: GapProof | null;
  /** Why it is open again after a job. */
  reason: string | null;
  /** The question that is nearest to all others. */
  label: string;
  /** Questions a week, the last eight, oldest first. */
  trend: number[];
  examples: string[];
  /** A draft for the docs agent. */
  jobPrompt: string;
};

/** As people see it: `in_progress` from the start of its job to the proof. */
export type GapStatus = Gap['status'] | 'in_progress';

type By = { projectId: string; id: string };

/** Gaps of one status, most asked first. */
export async function listGaps(
  store: Store,
  by: { projectId: string; status: GapStatus },
  page: PageRequest<GapPosition>,
): Promise<Paged<ShownGap, GapPosition>> {
  const { rows, next } = await pageOfGaps(store, by, page);
  return { rows: await show(store, rows), next };
}

/** A gap with its newest questions. @throws DocentError `not_found` */
export async function readGap(store: Store, by: By): Promise<{ gap: ShownGap; questions: GapQuestion[] }> {
  const [gap] = await show(store, [await requireGap(store, by)]);
  return { gap: gap!, questions: await listGapQuestions(store, by.id, shownQuestions) };
}

/** @throws DocentError `not_found` */
export async function markGap(store: Store, by: By, status: Gap['status']): Promise<ShownGap> {
  const gap = await requireGap(store, by);
  await updateGap(store, by, status);
  return (await show(store, [{ ...gap, status }]))[0]!;
}

async function requireGap(store: Store, by: By): Promise<Gap> {
  const gap = await findGap(store, by);
  if (gap === undefined) throw new DocentError('not_found', 'There is no content gap with this id.');
  return gap;
}

async function show(store: Store, gaps: Gap[]): Promise<ShownGap[]> {
  const now = await store.now();
  const since = now - weeks * weekMs;
  const times = Map.groupBy(
    await listGapTimes(
      store,
      gaps.map(({ id }) => id),
      since,
    ),
    ({ gapId }) => gapId,
  );
  const loops = new Map(
    (
      await listGapLoops(
        store,
        gaps.map(({ id }) => id),
      )
    ).map((loop) => [loop.gapId, loop]),
  );
  return Promise.all(
    gaps.map(async ({ id, status, count, createdAt, lastAskedAt, labelTurnId }) => {
      const questions = (await listGapQuestions(store, id, shownExamples)).map(({ question }) => question);
      const label = short((await findQuestion(store, labelTurnId)) ?? questions[0] ?? '');
      const examples = [...new Set(questions.map(short))];
      const trend = Array.from<number>({ length: weeks }).fill(0);
      for (const { createdAt: at } of times.get(id) ?? []) {
        trend[Math.min(weeks - 1, Math.floor((at - since) / weekMs))]! += 1;
      }
      const jobPrompt = draftPrompt(label, examples);
      const loop = loops.get(id);
      const isUnderWay = status === 'open' && (loop?.state === 'working' || loop?.state === 'merged');
      return {
        id,
        status: isUnderWay ? ('in_progress' as const) : status,
        jobId: loop?.jobId ?? null,
        proof: status === 'solved' ? (loop?.proof ?? null) : null,
        reason: status === 'open' ? (loop?.reason ?? null) : null,
        count,
        createdAt,
        lastAskedAt,
        label,
        trend,
        examples,
        jobPrompt,
      };
    }),
  );
}

/** One line, as long as a title may be. */
function short(question: string): string {
  const line = question.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`;
}

function draftPrompt(label: string, examples: string[]): string {
  const list = examples.map((example) => `- ${example}`).join('\n');
  return `Readers ask this, and the docs do not answer it: “${label}”\n\nIn their words:\n${list}\n\nFind out what the repository says about it and add it to the page where a reader would look for it. Do not invent facts: if the answer is nowhere in the repository, say so and change nothing.`;
}
