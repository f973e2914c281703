import { asksToStart } from '../lib/definitions.ts';
import { asksForPast } from '../lib/past-pages.ts';
import { ordinaryWords } from '../retrieval/lexical/ordinary-words.ts';
import { stopWordsOf } from '../retrieval/lexical/languages.ts';

/** A few words that only narrow what was asked before: `in v5?`, `only for one domain`, `TypeScript では？`. */
const narrows =
  /^(?:in|on|for|with|without|using|für|mit|ohne|bei|unter|pour|avec|sans|sous|con|sin|en|para)\s+\S+(?:\s+\S+){0,2}$|^(?:only|just|except|even|nur|bloß|außer|seulement|sauf|solo|sólo|excepto|apenas|soltanto|только)\s+\S+(?:\s+\S+){0,4}$|^.{1,24}(?:では|の場合は?|だと|呢|的话)[？?。]?$/iu;
/** The same in other languages: follow-ups without a subject of their own. */
const asksOn =
  /^¿?(?:(?:und |y |et |e )?(?:warum|wieso|weshalb|wie|wann|wo|wozu|por qué|cómo|cuándo|dónde|pourquoi|comment|quand|où|porquê|perché|come|quando|почему|как)|(?:zum |por |par |ad |un |ein |une )?(?:beispiel|ejemplo|exemple|exemplo|esempio)|(?:ein |un )?(?:beispiel|ejemplo|exemple) bitte|например|なぜ|例えば|例は|どうやって|为什么|例子|怎么做|왜|예시)[\s?？!.]*$/iu;

/** Words for what people want, not for a subject. */
const isMore = /^(?:examples?|code|snippets?|steps?)$/;

/** Whether a follow-up has no subject of its own: `why?`, `show me an example`, `only for one domain`. */
export function saysLittle(asked: string): boolean {
  return narrows.test(asked) || asksOn.test(asked) || hasNoSubject(asked);
}

function hasNoSubject(asked: string): boolean {
  if (asksToStart(asked) || asksForPast(asked)) return false;
  const words =
    asked
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stopWords = stopWordsOf('en');
  return (
    words.length > 0 &&
    words.every((word) => stopWords.has(word) || ordinaryWords.has(word) || isMore.test(word))
  );
}
