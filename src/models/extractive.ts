import { smallTalkLanguage } from '../lib/small-talk.ts';
import { takeTurn } from '../lib/take-turn.ts';
import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Evidence } from './evidence.ts';
import type { Model, Prompt } from './model.ts';
import { pageOf } from './excerpts/page-of.ts';
import { phrasesIn } from './excerpts/phrases.ts';
import { escapeTitle, type Terms, writeExcerpts } from './excerpts/write-excerpts.ts';

const noTokens: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

const nearestSections = 3;
/** A section with a lower score is unrelated to the question. */
const minRelated = 0.01;
/** The sentence that every model must write when the docs do not have the answer. */
const unanswered = '[[unanswered]]';
const marks = { answered: '', partial: '[[partial]]' };

/**
 * A model that needs no account and invents nothing: it answers with cited excerpts of the found sections, and says so.
 * @param terms splits text into search terms
 */
export function createExtractiveModel(terms: Terms): Model {
  return {
    specificationVersion: 'v4',
    provider: 'docent',
    isFramed: true,
    modelId: 'extractive',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const text = answerParts(prompt, terms).join('');
      return {
        content: [{ type: 'text', text }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: noTokens,
        warnings: [],
      };
    },
    async doStream({ prompt }) {
      // The search took the first turn.
      await takeTurn('begun');
      const parts = streamParts(answerParts(prompt, terms));
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

function* streamParts(texts: string[]): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: '0' };
  for (const delta of texts) yield { type: 'text-delta', id: '0', delta };
  yield { type: 'text-end', id: '0' };
  yield { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage: noTokens };
}

function answerParts(prompt: Prompt, terms: Terms): string[] {
  const { question, evidence } = readPrompt(prompt);
  const chatting = smallTalkLanguage(question);
  if (chatting !== null) return [phrasesIn(chatting).smallTalk];
  const { outcome, sections } = evidence;
  const phrases = phrasesIn(evidence.language ?? null);
  if (outcome === 'answered' || outcome === 'partial') {
    const excerpts = writeExcerpts(evidence.meant ?? question, evidence, terms);
    const shown = excerpts.map((text) => `\n\n${text}`);
    const end = [
      versionHint(evidence),
      `\n\n*${phrases.excerpts}*`,
      marks[evidence.isUnsure === true ? 'partial' : outcome],
    ];
    const begin = evidence.isUnsure === true ? phrases.unsure : phrases[outcome];
    if (shown.length > 0) return [begin, ...shown, ...end];
  }
  const related = sections.filter(({ score = 0 }) => score >= minRelated);
  const nearest = related
    .filter((section, at) => related.findIndex((other) => pageOf(other) === pageOf(section)) === at)
    .slice(0, nearestSections)
    .map(({ id, title }) => `\n- ${escapeTitle(title)} [[${id}]]`);
  const said = nearest.length === 0 ? [phrases.nothing] : [`${phrases.nearest}\n`, ...nearest];
  return [...said, versionHint(evidence), languageHint(evidence), unanswered];
}

/** A note that the docs are in another language than the question; else empty. */
function languageHint({ language, otherLanguage }: Evidence): string {
  if (otherLanguage == null) return '';
  const phrases = phrasesIn(language ?? null);
  const locale = phrases === phrasesIn(null) ? 'en' : codeOf(language ?? 'en');
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(codeOf(otherLanguage))!;
  return `\n\n${phrases.otherLanguage.replaceAll('{language}', name)}`;
}

/** A note that another version has the answer; empty when the request's filter excludes none. */
function versionHint({ language, otherVersion }: Evidence): string {
  if (otherVersion == null) return '';
  return `\n\n${phrasesIn(language ?? null).otherVersion.replaceAll('{version}', escapeTitle(otherVersion))}`;
}

/** Sites may use invalid tags; only well-formed ones have a language name. */
function codeOf(tag: string): string {
  return /^[a-z]{2,3}(?![a-z])/i.exec(tag)?.[0] ?? 'en';
}

function readPrompt(prompt: Prompt): { question: string; evidence: Evidence } {
  const asked = prompt.findLast(({ role }) => role === 'user');
  const parts = asked?.role === 'user' ? asked.content : [];
  const question = parts.find((part) => part.type === 'text');
  const evidence = parts.findLast((part) => part.providerOptions?.docent !== undefined)?.providerOptions
    ?.docent;
  return {
    question: question?.type === 'text' ? question.text : '',
    evidence: (evidence?.evidence ?? { outcome: 'not_in_docs', sections: [] }) as unknown as Evidence,
  };
}
