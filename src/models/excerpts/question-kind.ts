import type { Block } from './split-blocks.ts';

/** The kind of answer that a question asks for, judged by its words; bare keywords mostly ask how. */
export type QuestionKind = 'how' | 'what' | 'where' | 'why' | 'amount' | 'error';

/** In English, German, Japanese and Chinese. */
const kinds: [QuestionKind, RegExp][] = [
  [
    'error',
    /\b(?:error|exception|traceback|fail(?:s|ed|ure)?|cannot|can't|not (?:work|found|detect)|fehler|(?:geht|funktioniert) nicht)|エラー|失敗|错误|报错|失败/i,
  ],
  [
    'amount',
    /\b(?:how (?:many|much|long|often|big|large)|limits?|max(?:imum)?|min(?:imum)?|default|size|timeout|wie (?:viele?|lange|oft|groß)|maximal)\b|上限|最大|最小|いくつ|どのくらい|多少|多久|多大|限制/i,
  ],
  [
    'where',
    /^\s*(?:in )?(?:where|which (?:file|folder|directory|path)|wo|où|d[oó]nde|onde|dove|где)\b|\b(?:location|path) of\b|どこ|哪里|哪儿|在哪/i,
  ],
  ['why', /\b(?:why|warum|wieso|weshalb|reason|purpose|benefits?|advantages?)\b|なぜ|どうして|为什么|为何/i],
  [
    'what',
    /^\s*(?:what(?:'s| is| are| does)\b|which\b|who\b|define\b)|\bdifference between\b|\bmean(?:s|ing)?\b|^\s*(?:was (?:ist|sind|bedeutet)|welche[rs]?)\b|とは|何ですか|什么/i,
  ],
];

/** What the docs say where they answer a question of a kind; in the same languages. */
const signs = {
  error:
    /\b(?:error|fail|fix|resolve|instead|make sure|fehler|beheb|stattdessen)|エラー|失敗|解決|错误|报错|失败|解决/i,
  amount: /\d|\b(?:default|unless|unlimited|standard(?:mäßig|wert))|デフォルト|既定|默认|缺省/i,
  why: /\b(?:because|since|reason|so that|in order to|therefore|this (?:allows|means|ensures)|weil|damit|daher|deshalb|grund)\b|ため|ので|理由|因为|所以|原因/i,
  where: /(?:^|[\s`("'])(?:~|\.{0,2}|\$\w{1,60}|%\w{1,60}%|[A-Z]:)[/\\]?[\w.{}$%-]+[/\\][\w.{}$%-]/m,
  what: /\b(?:is|are|means|refers to|lets|allows|ist|sind|bedeutet|bezeichnet|ermöglicht)\b|です|とは|である|ます。|是|指/,
};

export function kindOfQuestion(question: string): QuestionKind {
  return kinds.find(([, pattern]) => pattern.test(question))?.[0] ?? 'how';
}

/** The bonus of a block that has the kind of content that the question asks for: 0 to 1. */
export function fitsKind(kind: QuestionKind, { kind: block, text }: Block): number {
  switch (kind) {
    case 'how':
      return block === 'code' || /^\s*1[.)]\s/.test(text) ? 1 : /`[^`]+`/.test(text) ? 0.4 : 0;
    case 'error':
      return signs.error.test(text) ? 1 : 0;
    case 'amount':
      return signs.amount.test(text) ? 1 : 0;
    case 'where':
      return signs.where.test(text) ? 1 : 0;
    case 'why':
      return signs.why.test(text) ? 1 : 0;
    case 'what':
      return block === 'prose' && signs.what.test(text.slice(0, 160)) ? 1 : 0;
  }
}
