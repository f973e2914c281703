import { languageOf } from '../retrieval/lexical/languages.ts';
import { tokenize } from '../retrieval/lexical/tokenize.ts';

/** Words with which an English follow-up begins. */
const continues = /^(?:and|but|or|so|what about|how about|also|then|same)\b/i;
/** “for one table only?”, “with sound?”: what is left out is the question before. */
const adds = /^(?:with|without|for|from|in|on|at|by|only|even|except|instead of)\b[^,]*\?$/i;
/** Words that are about the answer, not about a subject: “show me the code”, “can you explain that in more detail”. */
const aboutTheAnswer = new Set(
  tokenize(
    'show give tell write explain elaborate continue describe provide need want see please thanks thank yes no ok okay ' +
      'code snippet example sample command config configuration output link detail step full complete entire whole ' +
      'simple simpler short shorter long longer brief better again exactly further information info answer reply',
    'en',
  ).map(({ term }) => term),
);
const pointsBack =
  /\b(?:it|its|that|this|those|these|they|them|their)\b|\b(?:which|another|other|(?:the|an?) \w+) ones?\b/i;
const saysNothing = /^(?:why|how|how so|when|where|who|which one|really|more|go on|example|explain)\W*$/i;

/** A follow-up with at most so many words of its own is surely about the same as the question before it. */
const fewWords = 3;
const maxLength = 20_000;

/**
 * How a question depends on the previous one of its conversation: `whole`, it says nothing by itself and belongs to
 * that question's topic; `part`, it can be understood only together with it; `none`.
 */
export function dependence(question: string): 'whole' | 'part' | 'none' {
  const asked = question.trim();
  if (saysNothing.test(asked)) return 'whole';
  const isContinued = continues.test(asked) || adds.test(asked);
  const said = ownWords(asked.replace(continues, ''));
  const own = said.size;
  if ([...said].every((term) => aboutTheAnswer.has(term))) return 'whole';
  if (isContinued || pointsBack.test(asked)) return own <= fewWords ? 'whole' : 'part';
  // “what are the limits?”
  return own <= 1 && asked.endsWith('?') ? 'part' : 'none';
}

/** The different words of a text, without stop words. */
function ownWords(text: string): Set<string> {
  const { stopWords } = languageOf('en');
  const tokens = tokenize(text.slice(0, maxLength), 'en').filter(({ word }) => !stopWords.has(word));
  return new Set(tokens.map(({ term }) => term));
}
