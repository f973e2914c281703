import { smallTalkLanguage } from '../lib/small-talk.ts';
import { describeFault } from '../models/describe-fault.ts';
import type { Model } from '../models/model.ts';
import { ModelFault } from '../models/model-fault.ts';
import { runTurn, turnLimits } from '../models/run-turn.ts';
import type { AnswerEvent, CitationMark, FinishReason, SearchResultItem } from './answer-event.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import type { AnswerChecker, Checked } from './check-answer.ts';
import type { Found } from './find-evidence.ts';
import { judgeAnswer } from './judge-answer.ts';
import { relevanceFloor } from '../retrieval/judge-question.ts';
import { noteUsage } from './note-usage.ts';
import { pageLink } from './number-sources.ts';
import { noUsage, type TurnRecord } from './record-turn.ts';
import type { CitableSection, createRetrieved } from './retrieved.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';

const nearestPages = 3;

export type TurnDeps = AnswerDeps & { models: readonly Model[] };

/** What the model answers from. `searched` may improve while its tools search. */
type Prepared = {
  prompt: Parameters<typeof runTurn>[1];
  tools: Parameters<typeof runTurn>[2];
  checker: AnswerChecker;
  asked: string;
  retrieved: ReturnType<typeof createRetrieved>;
  searched: Searched;
};

type Searched = Pick<Found, 'hits'> & { outcome: Found['evidence']['outcome'] };

/**
 * The steps of the model: its text, checked, and each tool call in a step of its own.
 * @throws ModelFault
 */
export async function* modelSteps(
  { prompt, tools, checker, asked, retrieved, searched }: Prepared,
  deps: TurnDeps,
  { index, requestId }: AnswerScope,
  record: TurnRecord,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, FinishReason> {
  const { messageId } = record;
  const cited = new Map<string, CitableSection>();
  let textStep = false;
  let owed = noUsage;
  let finish: FinishReason = 'stop';
  function* send(checked: Checked): Generator<AnswerEvent> {
    if (checked.text === '' && checked.citations.length === 0) return;
    if (!textStep) yield { type: 'step-start', messageId };
    textStep = true;
    for (const section of checked.citations.flatMap(({ sections }) => sections))
      cited.set(section.id, section);
    yield* sendText(checked, record);
  }

  const turn = runTurn(deps.models, prompt, tools, signal, {
    limits: limitsOf(deps),
    onFault: (fault, model) => {
      const name = `${model.provider}/${model.modelId}`;
      deps.log.warn({ requestId, model: name, ...describeFault(fault) }, 'model call failed');
    },
    onCut: (model, usage) => noteUsage(model, usage, record, deps),
  });
  for await (const event of turn) {
    switch (event.type) {
      case 'text':
        yield* send(checker.push(event.delta));
        break;
      case 'call-finish':
        yield* send(checker.end());
        noteUsage(event.model, event.usage, record, deps);
        finish = event.reason;
        if (event.last) {
          if (record.answer.trim() === '') throw new ModelFault('empty', 'Nothing of the answer was left.');
          const mark = checker.mark() ?? (smallTalkLanguage(asked) === null ? null : 'clarifying');
          Object.assign(record, judgeAnswer({ mark, outcome: searched.outcome, cited: cited.size, finish }));
          yield* send(nearest(record, searched));
          yield* send({ text: checker.sources(), citations: [] });
          yield* suggest(record, index, [...cited.values()], retrieved.all());
        }
        if (textStep) yield { type: 'step-finish', reason: event.reason, usage: event.usage };
        else owed = event.usage;
        textStep = false;
        break;
      case 'tool-call': {
        const { toolCallId, toolName, input } = event;
        yield { type: 'step-start', messageId };
        yield { type: 'tool-call', toolCallId, toolName, input };
        break;
      }
      case 'tool-result': {
        const output = (event.output ?? []) as SearchResultItem[];
        yield { type: 'tool-result', toolCallId: event.toolCallId, output };
        yield { type: 'step-finish', reason: 'tool-calls', usage: owed };
        owed = noUsage;
      }
    }
  }
  const counts = checker.counts();
  record.citations = counts;
  if (counts.unknown + counts.unsupported + counts.links > 0)
    deps.log.info({ requestId, ...counts }, 'citations or links removed');
  return finish;
}

/** Checked text, preceded by the sources that it cites for the first time. */
function* sendText({ text, citations }: Checked, record: TurnRecord): Generator<AnswerEvent> {
  const marks: CitationMark[] = [];
  for (const { start, end, sections } of citations) {
    const ids = new Set<string>();
    for (const { url, title, section, page } of sections) {
      const { kind } = page.origin ?? {};
      const known = record.sources.findIndex((source) => source.url === url);
      const id = `src_${known < 0 ? record.sources.push({ url, title, ...(kind && { kind }) }) : known + 1}`;
      if (known < 0) yield { type: 'source', id, url, title, text: section.text };
      ids.add(id);
    }
    marks.push({ start, end, sources: [...ids] });
  }
  if (text === '' && marks.length === 0) return;
  record.firstTextAt ??= performance.now();
  record.answer += text;
  yield marks.length === 0 ? { type: 'text', delta: text } : { type: 'text', delta: text, marks };
}

/** When the docs do not hold the answer and it names no page, the closest pages follow it. */
function nearest({ reason, sources }: TurnRecord, { hits }: Searched): Checked {
  if (reason !== 'not_in_docs' || sources.length > 0 || hits.length === 0) return { text: '', citations: [] };
  const related = hits.filter(({ score }) => score >= relevanceFloor).slice(0, nearestPages);
  if (related.length === 0) return { text: '', citations: [] };
  const pages = related.map((page) => `- ${pageLink(page)}`);
  return { text: `\n\n${pages.join('\n')}`, citations: [] };
}

function* suggest(
  { status, reason }: TurnRecord,
  index: AnswerScope['index'],
  cited: CitableSection[],
  retrieved: CitableSection[],
): Generator<AnswerEvent> {
  if (status === 'unanswered' || reason === 'clarifying') return;
  const suggestions = suggestFollowUps(index, cited, retrieved);
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
}

function limitsOf({ config }: AnswerDeps) {
  return { ...turnLimits, timeouts: { ...turnLimits.timeouts, firstToken: config.answers.firstTokenMs } };
}
