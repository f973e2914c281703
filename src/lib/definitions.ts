import { lettersOf } from './letters-of.ts';

/** Characters in which a text is expected to define what it is about. */
const maxOpening = 600;
const maxDefinitions = 3;
/** A longer phrase names no single thing ("the difference between …"). */
const maxWords = 4;

/** What asks for a definition, with what is asked about: in the languages that `definition` knows. */
const questions = [
  /^(?:what|who)(?:['’]s| is| are)\s+(?:(?:an?|the)\s+)?(\S.{0,59}?)(?:\s+(?:all )?about)?[\s?]*$/iu,
  /^what (?:does|do) (.{1,60}?) (?:do|mean|stand for)[\s?]*$/iu,
  /^(?:define|explain|describe|tell me about)\s+(?:(?:an?|the)\s+)?(\S.{0,59}?)[\s?.]*$/iu,
  /^was (?:ist|sind|bedeutet|macht)\s+(?:(?:eine?|der|die|das)\s+)?(\S.{0,59}?)[\s?]*$/iu,
  /^(?:qu['’]est[- ]ce (?:que c['’]est )?qu(?:e|['’])|c['’]est quoi)\s*(?:(?:les?|la|une?)\s+|l['’])?(\S.{0,59}?)[\s?]*$/iu,
  /^¿?\s*qué (?:es|son)\s+(?:(?:una?|el|la|los|las)\s+)?(\S.{0,59}?)[\s?]*$/iu,
  /^o que (?:é|são)\s+(?:(?:uma?|os?|as?)\s+)?(\S.{0,59}?)[\s?]*$/iu,
  /^(?:che )?cos['’]è\s+(?:(?:un[ao]?|il|lo|la)\s+|l['’])?(\S.{0,59}?)[\s?]*$/iu,
  /^что такое\s+(\S.{0,59}?)[\s?]*$/iu,
  /^(.{1,40}?)\s*(?:とは|って|は)\s*(?:何|なん|どんな|どういう)/u,
  /^(.{1,40}?)\s*とは[?？]*$/u,
  /^(?:什么是|什麼是|何为)\s*(\S.{0,39}?)[\s?？]*$/u,
  /^(.{1,40}?)\s*(?:是什么|是什麼)/u,
  /^(.{1,40}?)\s*(?:이란|란|은|는|이|가)\s*(?:무엇|뭐|뭔)/u,
];

/** “The X (…) is a …” at the beginning of a sentence. */
const definition =
  /(?:^|[.!?]\s|\n)[ \t>]*(?:(?:the|an?|les?|la|une?|der|die|das|eine?|el|los|las|una|os?|as?|il|lo)[ \t]|l['’])?([^\s.!?,;:()。、（）](?:(?:[^.!?,;:()\n。、（）]|\.(?!\s)){0,58}[^\s!?,;:()。、（）])?)(?:[ \t]?\([^()\n]{0,100}\)|（[^（）\n]{0,100}）)?,?(?:[ \t](?:is|are|ist|sind|est|sont|es|son|é|è|são|sono|это)[ \t](?:an?|the|one|our|eine?|der|die|das|une?|les?|la|l['’]|una|el|uma?|os?|il|lo|un)\b|[ \t](?:lets|allows|enables|helps)[ \t](?:you|users|us)\b|[ \t]exists[ \t]to\b|[ \t]+—[ \t]+это|とは、?|は、|[ \t]?是(?:一|用|由|基)|[은는][ \t])/giu;

/** What is asked about when a definition is asked for (`What is a lockfile?`: `lockfile`), else null. */
export function askedSubject(question: string): string | null {
  const asked = question.trim();
  for (const pattern of questions) {
    const subject = pattern.exec(asked)?.[1];
    if (subject !== undefined && subject.split(/\s+/).length <= maxWords) return subject;
  }
  return null;
}

/** Asks for the first steps, also in German, French, Spanish, Japanese, Chinese and Korean. */
const startQuestion =
  /^(?:how (?:do|can|should|to)\b.{0,20}?|where (?:do|can|should|to)\b.{0,20}?)?\b(?:get(?:ting)? started|start(?:ing)? (?:with|using)|begin with|first steps|quick ?start)\b|^wie (?:fange|beginne|starte) ich\b|^erste schritte|^(?:comment|par où) (?:commencer|débuter)|^¿?\s*(?:cómo|por dónde) (?:empiezo|empezar|comenzar)|(?:始め方|始めるには|はじめるには|如何开始|怎么开始|如何入门|시작하려면)/iu;

export function asksToStart(question: string): boolean {
  return startQuestion.test(question.trim());
}

/** What a text defines in its first sentences. */
export function definedSubjects(text: string): string[] {
  return Array.from(text.slice(0, maxOpening).matchAll(definition), ([, subject = '']) => subject).slice(
    0,
    maxDefinitions,
  );
}

/** Whether a text with a heading defines a subject: in its first sentences, or because the heading asks what it is. */
export function defines({ heading, text }: { heading: string; text: string }, subject: string): boolean {
  const name = lettersOf(subject).toLowerCase();
  const asked = askedSubject(heading);
  return [...definedSubjects(text), ...(asked === null ? [] : [asked])].some(
    (one) => lettersOf(one).toLowerCase() === name,
  );
}
