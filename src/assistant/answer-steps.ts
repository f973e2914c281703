import { newId } from '../lib/ids.ts';
import { smallTalkLanguage } from '../lib/small-talk.ts';
import { describeFault } from '../models/describe-fault.ts';
import type { Model } from '../models/model.ts';
import { ModelFault } from '../models/model-fault.ts';
import { costMicros } from '../models/price.ts';
import { runTurn, turnLimits } from '../models/run-turn.ts';
import type { SearchResult } from '../retrieval/search.ts';
import type { AnswerEvent, FinishReason, SearchResultItem, Usage } from './answer-event.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import { type Checked, createAnswerChecker } from './check-answer.ts';
import { createLinkCheck } from './check-link.ts';
import { chooseSkills } from './choose-skills.ts';
import { docsTools } from './docs-tools.ts';
import { earlierMessages } from './earlier-messages.ts';
import { findEvidence, type Found } from './find-evidence.ts';
import { betterOutcome, judgeAnswer } from './judge-answer.ts';
import { pageLink } from './number-sources.ts';
import { buildPrompt } from './prompt.ts';
import type { Message, Question } from './question.ts';
import { noUsage, type TurnRecord } from './record-turn.ts';
import { asSearchResult, type CitableSection, createRetrieved } from './retrieved.ts';
import { askedMessage, searchTexts } from './search-query.ts';
import { type Standalone, standaloneMs, standaloneQuestion } from './standalone-question.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';

const nearestPages = 3;

/**
 * The steps between `thread` and `finish`: the search, then the model's, each tool call in a step of its own.
 * Fills in `record` as it goes.
 * @throws ModelFault
 */
export async function* answerSteps(
  deps: AnswerDeps & { models: readonly Model[] },
  scope: AnswerScope,
  question: Question,
  record: TurnRecord,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, FinishReason> {
  const { messageId } = record;
  const { index } = scope;
  const retrieved = createRetrieved();
  const earlier = await earlierMessages(
    deps.store,
    { projectId: scope.project.id, threadId: record.isFirst ? null : record.threadId },
    question,
  );
  const texts = searchTexts(
    question,
    earlier.filter(({ role }) => role === 'user').map(({ text }) => text),
  );
  const rewritten = rewriteFollowUp(deps, scope, question, earlier, record, signal);
  const found = yield* searchStep(messageId, texts.query, () =>
    findEvidence(index, retrieved, texts, question, rewritten),
  );
  const { evidence, filter, strict } = found;
  let { outcome } = evidence;
  record.usedMeaning = found.usedMeaning;
  record.search = { standalone: found.standalone, retrieved, language: evidence.language ?? null };
  const onSearch = (result: Pick<SearchResult, 'outcome' | 'usedMeaning'>) => {
    outcome = betterOutcome(outcome, result.outcome);
    record.usedMeaning ||= result.usedMeaning;
  };
  const tools = docsTools({ index, retrieved, filter, strict, onSearch });
  const links = createLinkCheck({ index, baseUrl: scope.project.baseUrl, groups: filter.groups });
  const asked = askedMessage(question.messages)?.text ?? '';
  const checker = createAnswerChecker({ ...retrieved, asked, links });
  const said = [index.guidance.instructions, scope.project.settings.instructions ?? ''];
  const instructions = said.filter((text) => text !== '').join('\n\n');
  const guidance = chooseSkills({ ...index.guidance, instructions }, texts.carried ?? texts.query);
  const prompt = buildPrompt({ question, earlier, evidence, guidance });

  const cited = new Map<string, CitableSection>();
  let textStep = false;
  let owed = noUsage;
  let finish: FinishReason = 'stop';
  function* send(checked: Checked): Generator<AnswerEvent> {
    if (checked.text === '' && checked.cited.length === 0) return;
    if (!textStep) yield { type: 'step-start', messageId };
    textStep = true;
    for (const section of checked.cited) cited.set(section.id, section);
    yield* sendText(checked, record);
  }

  const turn = runTurn(deps.models, prompt, tools, signal, {
    limits: limitsOf(deps),
    onFault: (fault, model) => {
      const name = `${model.provider}/${model.modelId}`;
      deps.log.warn(
        { requestId: scope.requestId, model: name, ...describeFault(fault) },
        'model call failed',
      );
    },
  });
  for await (const event of turn) {
    switch (event.type) {
      case 'text':
        yield* send(checker.push(event.delta));
        break;
      case 'call-finish':
        yield* send(checker.end());
        note(event.model, event.usage, record, deps);
        finish = event.reason;
        if (event.last) {
          if (record.answer.trim() === '') throw new ModelFault('empty', 'Nothing of the answer was left.');
          const mark = checker.mark() ?? (smallTalkLanguage(asked) === null ? null : 'clarifying');
          Object.assign(record, judgeAnswer({ mark, outcome, cited: cited.size, finish }));
          yield* send(nearest(record, found));
          yield* send({ text: checker.sources(), cited: [] });
          yield* suggest(record, scope, [...cited.values()], retrieved.all());
        }
        if (textStep) yield { type: 'step-finish', reason: event.reason, usage: event.usage };
        else owed = event.usage;
        textStep = false;
        break;
      case 'tool-call':
        yield { type: 'step-start', messageId };
        yield {
          type: 'tool-call',
          toolCallId: event.toolCallId,
          toolName: event.toolName,
          input: event.input,
        };
        break;
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
    deps.log.info({ requestId: scope.requestId, ...counts }, 'citations or links removed');
  return finish;
}

/** The search before the model call, as the client sees it. */
async function* searchStep(
  messageId: string,
  query: string,
  find: () => Promise<Found>,
): AsyncGenerator<AnswerEvent, Found> {
  const toolCallId = newId('call');
  yield { type: 'step-start', messageId };
  yield { type: 'tool-call', toolCallId, toolName: 'search', input: { query } };
  const found = await find();
  yield { type: 'tool-result', toolCallId, output: found.hits.map(asSearchResult) };
  yield { type: 'step-finish', reason: 'tool-calls', usage: noUsage };
  return found;
}

/** A follow-up rewritten as a standalone question; null without a model, and when the rewrite fails or is late. */
async function rewriteFollowUp(
  deps: AnswerDeps,
  { index, requestId }: AnswerScope,
  { messages }: Question,
  earlier: readonly Message[],
  record: TurnRecord,
  signal: AbortSignal,
): Promise<Standalone | null> {
  const model = deps.models[0];
  if (model === undefined || model.provider === 'docent' || earlier.length === 0) return null;
  const asked = askedMessage(messages)?.text ?? '';
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(standaloneMs)]);
  try {
    const { standalone, usage } = await standaloneQuestion(model, asked, earlier, index, inTime);
    note(model, usage, record, deps);
    return standalone;
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ requestId, error }, 'a follow-up could not be rewritten');
    return null;
  }
}

/** Checked text, preceded by the sources that it cites for the first time. */
function* sendText({ text, cited }: Checked, record: TurnRecord): Generator<AnswerEvent> {
  for (const { url, title } of cited) {
    if (record.sources.some((source) => source.url === url)) continue;
    record.sources.push({ url, title });
    yield { type: 'source', id: `src_${record.sources.length}`, url, title };
  }
  if (text === '') return;
  record.firstTextAt ??= performance.now();
  record.answer += text;
  yield { type: 'text', delta: text };
}

/** When the docs do not hold the answer and it names no page, the closest pages follow it. */
function nearest({ reason, sources }: TurnRecord, { hits }: Found): Checked {
  if (reason !== 'not_in_docs' || sources.length > 0 || hits.length === 0) return { text: '', cited: [] };
  const pages = hits.slice(0, nearestPages).map((page) => `- ${pageLink(page)}`);
  return { text: `\n\n${pages.join('\n')}`, cited: [] };
}

function* suggest(
  { status, reason }: TurnRecord,
  { index }: AnswerScope,
  cited: CitableSection[],
  retrieved: CitableSection[],
): Generator<AnswerEvent> {
  if (status === 'unanswered' || reason === 'clarifying') return;
  const suggestions = suggestFollowUps(index, cited, retrieved);
  if (suggestions.length > 0) yield { type: 'suggestions', suggestions };
}

function note(
  model: Model,
  usage: Usage & { cachedInputTokens: number },
  record: TurnRecord,
  { config }: AnswerDeps,
): void {
  record.model = `${model.provider}/${model.modelId}`;
  record.costMicros += costMicros(model, usage, config.answers.prices);
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = record.usage;
  record.usage = {
    inputTokens: inputTokens + usage.inputTokens,
    outputTokens: outputTokens + usage.outputTokens,
    cachedInputTokens: cachedInputTokens + usage.cachedInputTokens,
  };
}

function limitsOf({ config }: AnswerDeps) {
  return { ...turnLimits, timeouts: { ...turnLimits.timeouts, firstToken: config.answers.firstTokenMs } };
}
