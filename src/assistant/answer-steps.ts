import type { Emit } from '../lib/emitted.ts';
import { newId } from '../lib/ids.ts';
import type { SearchResult } from '../retrieval/search.ts';
import { productName } from '../store/product-name.ts';
import type { AnswerEvent, FinishReason } from './answer-event.ts';
import type { AnswerScope } from './answer-context.ts';
import { createAnswerChecker } from './check-answer.ts';
import { createLinkCheck } from './check-link.ts';
import { chooseSkills } from './choose-skills.ts';
import { docsTools } from './docs-tools.ts';
import { earlierMessages } from './earlier-messages.ts';
import { findEvidence, type Found } from './find-evidence.ts';
import { betterOutcome } from './judge-answer.ts';
import { modelSteps, type TurnDeps } from './model-steps.ts';
import { noteUsage } from './note-usage.ts';
import { buildPrompt } from './prompt.ts';
import type { Message, Question } from './question.ts';
import { noUsage, type TurnRecord } from './record-turn.ts';
import { asSearchResult, createRetrieved } from './retrieved.ts';
import { askedMessage, searchTexts } from './search-query.ts';
import { type Standalone, standaloneMs, standaloneQuestion } from './standalone-question.ts';

/**
 * The steps between `thread` and `finish`: the search, then the model's, each tool call in a step of its own.
 * Fills in `record` as it goes.
 * @throws ModelFault
 */
export async function answerSteps(
  deps: TurnDeps,
  scope: AnswerScope,
  question: Question,
  record: TurnRecord,
  signal: AbortSignal,
  emit: Emit<AnswerEvent> = () => {},
): Promise<FinishReason> {
  const { index } = scope;
  const retrieved = createRetrieved(index.versions);
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
  const find = () => findEvidence(index, retrieved, texts, question, rewritten);
  const found = await searchStep(record.messageId, texts.query, find, emit);
  const { evidence, filter, strict } = found;
  const searched = { hits: found.hits, outcome: evidence.outcome };
  record.usedMeaning = found.usedMeaning;
  record.search = { standalone: found.standalone, retrieved, language: evidence.language ?? null };
  const onSearch = ({ outcome, usedMeaning }: Pick<SearchResult, 'outcome' | 'usedMeaning'>) => {
    searched.outcome = betterOutcome(searched.outcome, outcome);
    record.usedMeaning ||= usedMeaning;
  };
  const tools = docsTools({ index, retrieved, filter, strict, onSearch });
  const links = createLinkCheck({ index, baseUrl: scope.project.baseUrl, groups: filter.groups });
  const asked = askedMessage(question.messages)?.text ?? '';
  const checker = createAnswerChecker({ ...retrieved, asked, links });
  const said = [index.guidance.instructions, scope.project.settings.instructions ?? ''];
  const instructions = said.filter((text) => text !== '').join('\n\n');
  const guidance = chooseSkills({ ...index.guidance, instructions }, texts.carried ?? texts.query);
  const product = productName(scope.project);
  const prompt = buildPrompt({ question, earlier, evidence, guidance, product });
  const prepared = { prompt, tools, checker, asked, retrieved, searched };
  return modelSteps(prepared, deps, scope, record, signal, emit);
}

/** The search before the model call, as the client sees it. */
async function searchStep(
  messageId: string,
  query: string,
  find: () => Promise<Found>,
  emit: Emit<AnswerEvent>,
): Promise<Found> {
  const toolCallId = newId('call');
  void emit({ type: 'step-start', messageId });
  void emit({ type: 'tool-call', toolCallId, toolName: 'search', input: { query } });
  const found = await find();
  void emit({ type: 'tool-result', toolCallId, output: found.hits.map(asSearchResult) });
  await emit({ type: 'step-finish', reason: 'tool-calls', usage: noUsage });
  return found;
}

/** A follow-up rewritten as a standalone question; null without a model, and when the rewrite fails or is late. */
async function rewriteFollowUp(
  deps: TurnDeps,
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
    noteUsage(model, usage, record, deps);
    return standalone;
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ requestId, error }, 'a follow-up could not be rewritten');
    return null;
  }
}
