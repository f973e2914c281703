import type { Emit } from '../lib/emitted.ts';
import { smallTalkLanguage } from '../lib/small-talk.ts';
import { describeFault } from '../models/describe-fault.ts';
import type { Model } from '../models/model.ts';
import { ModelFault } from '../models/model-fault.ts';
import { runTurn, type TurnEvent, turnLimits } from '../models/run-turn.ts';
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
export async function modelSteps(
  { prompt, tools, checker, asked, retrieved, searched }: Prepared,
  deps: TurnDeps,
  { index, requestId }: AnswerScope,
  record: TurnRecord,
  signal: AbortSignal,
  emit: Emit<AnswerEvent>,
): Promise<FinishReason> {
  const { messageId } = record;
  const cited = new Map<string, CitableSection>();
  let textStep = false;
  let owed = noUsage;
  let finish: FinishReason = 'stop';
  const send = (checked: Checked) => {
    if (checked.text === '' && checked.citations.length === 0) return;
    if (!textStep) void emit({ type: 'step-start', messageId });
    textStep = true;
    for (const { sections } of checked.citations)
      for (const section of sections) cited.set(section.id, section);
    return sendText(checked, record, emit);
  };
  /** What is emitted last says whether its reader is behind. */
  const onEvent: Emit<TurnEvent> = (event) => {
    switch (event.type) {
      case 'text':
        return send(checker.push(event.delta));
      case 'call-finish':
        void send(checker.end());
        noteUsage(event.model, event.usage, record, deps);
        finish = event.reason;
        if (event.last) {
          if (record.answer.trim() === '') throw new ModelFault('empty', 'Nothing of the answer was left.');
          const mark = checker.mark() ?? (smallTalkLanguage(asked) === null ? null : 'clarifying');
          Object.assign(record, judgeAnswer({ mark, outcome: searched.outcome, cited: cited.size, finish }));
          void send(nearest(record, searched));
          void send({ text: checker.sources(), citations: [] });
          suggest(record, index, [...cited.values()], retrieved.all(), emit);
        }
        if (textStep) void emit({ type: 'step-finish', reason: event.reason, usage: event.usage });
        else owed = event.usage;
        textStep = false;
        return;
      case 'tool-call':
        void emit({ type: 'step-start', messageId });
        return emit(event);
      case 'tool-result': {
        const output = (event.output ?? []) as SearchResultItem[];
        void emit({ type: 'tool-result', toolCallId: event.toolCallId, output });
        const usage = owed;
        owed = noUsage;
        return emit({ type: 'step-finish', reason: 'tool-calls', usage });
      }
    }
  };
  await runTurn(deps.models, prompt, tools, signal, onEvent, {
    limits: limitsOf(deps),
    onFault: (fault, model) => {
      const name = `${model.provider}/${model.modelId}`;
      deps.log.warn({ requestId, model: name, ...describeFault(fault) }, 'model call failed');
    },
    onCut: (model, usage) => noteUsage(model, usage, record, deps),
  });
  const counts = checker.counts();
  record.citations = counts;
  if (counts.unknown + counts.unsupported + counts.links > 0)
    deps.log.info({ requestId, ...counts }, 'citations or links removed');
  return finish;
}

/** Checked text, preceded by the sources that it cites for the first time. */
function sendText(
  { text, citations }: Checked,
  record: TurnRecord,
  emit: Emit<AnswerEvent>,
): void | Promise<void> {
  const marks: CitationMark[] = [];
  for (const { start, end, sections } of citations) {
    const ids = new Set<string>();
    for (const { url, title, section, page } of sections) {
      const { kind } = page.origin ?? {};
      const known = record.sources.findIndex((source) => source.url === url);
      const id = `src_${known < 0 ? record.sources.push({ url, title, ...(kind && { kind }) }) : known + 1}`;
      if (known < 0) void emit({ type: 'source', id, url, title, text: section.text });
      ids.add(id);
    }
    marks.push({ start, end, sources: [...ids] });
  }
  if (text === '' && marks.length === 0) return;
  record.firstTextAt ??= performance.now();
  record.answer += text;
  return emit(marks.length === 0 ? { type: 'text', delta: text } : { type: 'text', delta: text, marks });
}

/** When the docs do not hold the answer and it names no page, the closest pages follow it. */
function nearest({ reason, sources }: TurnRecord, { hits }: Searched): Checked {
  if (reason !== 'not_in_docs' || sources.length > 0 || hits.length === 0) return { text: '', citations: [] };
  const related = hits.filter(({ score }) => score >= relevanceFloor).slice(0, nearestPages);
  if (related.length === 0) return { text: '', citations: [] };
  const pages = related.map((page) => `- ${pageLink(page)}`);
  return { text: `\n\n${pages.join('\n')}`, citations: [] };
}

function suggest(
  { status, reason }: TurnRecord,
  index: AnswerScope['index'],
  cited: CitableSection[],
  retrieved: CitableSection[],
  emit: Emit<AnswerEvent>,
): void {
  if (status === 'unanswered' || reason === 'clarifying') return;
  const suggestions = suggestFollowUps(index, cited, retrieved);
  if (suggestions.length > 0) void emit({ type: 'suggestions', suggestions });
}

function limitsOf({ config }: AnswerDeps) {
  return { ...turnLimits, timeouts: { ...turnLimits.timeouts, firstToken: config.answers.firstTokenMs } };
}
