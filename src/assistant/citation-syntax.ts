const separator = String.raw`[ \u00A0,;&+/，、；とや和及.…–—-]{1,4}(?:(?:and|und|or|to|et|y|e) )?`;
const source = String.raw`(?:cite|citation|source|ref|reference|doc|quelle|fuente|fonte|出典|参照|参考|来源|來源|引用)[sne]?[:.：_]? ?`;
/** `Section s1`, `source: s1`, `出典：s1`, `#s1`. */
const label = String.raw`(?:${source}|(?:section|see|id|abschnitt|siehe|voir|ver)[sne]?[:.]? ?)?[#@]?`;
const list = String.raw`s\d{1,4}(?:${separator}${label}s?\d{1,4}){0,8}`;
const numbers = String.raw`\d{1,3}(?:[ ,;–-]{1,4}\d{1,3}){0,8}`;
const word = String.raw`[^\[\]()（）\n]{0,60}`;
/** `s1: Its title`, `s1 | Its title`, `s1 - Its title (2)`, `s1 (Its title)`, `s1.`; text after a comma is the answer's. */
const titled = String.raw`(?:(?: ?[:|]| [–—-]| (?=["“(])) ?${word}(?:[(（]${word}[)）]${word}){0,2}|[.,;])?`;
const target = String.raw`(?:\([^()\s]{0,200}\))?`;
const link = String.raw`(?<link>\([^()\s]{0,200}\))?`;
const inBrackets = (count: string, name: string) =>
  String.raw`\^?[\[［〔]{${count}}\^?[ \u00A0]?${label}[*_]{0,2}(?<${name}>${list})[*_]{0,2}${titled}[ \u00A0]?\^?[\]］〕]{${count}}`;

/**
 * The forms that models are told to write, `[[s3]]`, `[[s1, s4]]` and the status marks, and the forms that they write
 * instead, by group:
 *
 * - `strict`: as told; the only form that is read inside code, too. `ticked`: the same as a code span of its own
 * - `wrapped`, `loose`: `(s1)`, `([s1])`, `[S1]`, `^[s1]`, `[^s1]`, `［s1］`, `[s1; s2]`, `[section s1]`, `[[s1],`, also with
 *   a link's target after it; `[S3](/storage)` is a link
 * - `double`: `[[1]]`. `lenticular`: `【s1】`, `【1†source】`, `【4:1†source】`. `labelled`: `[source 1]`, `[citation:1]`
 * - `single`: `[1]` and `[1, 2]`, which may be a list or an index
 *
 * `[^1]` stays a footnote: its number is the model's own. `ticks` and `line` are matched to find code.
 */
export const citationSyntax = new RegExp(
  // Most characters start none of these forms, so one look rules them out.
  '(?=[`~\\n(（^［〔【[])(?:' +
    [
      '(?<!`)(?<tick>`{1,2})\\[\\[ ?(?<ticked>' + list + ') ?\\]\\]\\k<tick>(?!`)',
      String.raw`\[\[ ?(?<strict>${list}) ?\]\]${target}`,
      String.raw`\[\[(?<mark>unanswered|partial|clarifying)\]\]|(?<![\w\\])\[(?<refusal>unanswered)\](?!\()`,
      String.raw`(?<!\\)[(（] ?${inBrackets('0,2', 'wrapped')} ?[)）]`,
      String.raw`(?<![\w\\]|(?<!\w)!)${inBrackets('1,2', 'loose')}${link}`,
      String.raw`(?<!\\|(?<!\w)\w)\[\[(?<double>${numbers})\]\](?![(:])`,
      String.raw`(?<![\w\\[)])\[(?<single>${numbers})\](?![\w(\]])`,
      String.raw`(?<![\w\\])\[{1,2}${source}(?<labelled>${numbers})\]{1,2}(?!\()`,
      String.raw`【(?:\d{1,3}:)?(?<lenticular>s?${numbers}|${list})(?:†[^】\n]{0,30})?】`,
      '(?<ticks>`{1,9}|~{3,9})',
      String.raw`(?<line>\n[ \t>]{0,12})`,
    ].join('|') +
    ')',
  'gi',
);

const labelTail = String.raw`[a-z\u3040-\u30FF\u4E00-\u9FFF]{0,12}[:.：_]? ?[#@]?[*_]{0,2}`;
const listTail = String.raw`[\da-z \u00A0,;&+/，、；.…–—*_:：#@とや和及出典参照考来源來引用-]`;
const titleTail = String.raw`(?:[:|"“]${word})?(?:[(（]${word}(?:[)）]${word})?){0,2}`;

/**
 * A tail that may still become one of these forms; bounded, so that text waits for a few tokens at most. Only the last
 * `tailLength` characters can be one.
 */
export const openTail = new RegExp(
  String.raw`(?:(?:[(（] ?)?\^?[\[［〔]{1,2}\^?[ \u00A0]?${labelTail}(?:s?\d${listTail}{0,60}${titleTail}|s)?` +
    String.raw`\^?[\]］〕]{0,2}(?: ?[)）]|\([^()\s]{0,200}\)?)?` +
    String.raw`|[(（] ?\^{0,2}[ \u00A0]?${labelTail}(?:s(?:\d${listTail}{0,60}${titleTail}\^?)?)?|\^|【[^】\n]{0,60}|` +
    '(?:`{1,2}\\[\\[[^`\\n]{1,60}\\]\\])?`{1,9}(?:\\[{1,2}[^`\\n]{0,60}`{0,2})?' +
    String.raw`|~{1,9}|\n[ \t>]{0,12})$`,
  'i',
);
export const tailLength = 400;

/** `s1`, `s2` and `s3` for `S1-s3` and `1; 2, 3`. */
export function expandIds(ids: string): string[] {
  return ids.split(/[,;&+/，、；とや和及]|[ \u00A0](?=s?\d)|and|und|or|et| [ey] /i).flatMap((part) => {
    const [first, last] = part.match(/\d+/g)?.map(Number) ?? [];
    if (first === undefined) return [];
    const isRange = last !== undefined && /[–—…-]|\.\.|to/.test(part);
    if (!isRange) return part.match(/\d+/g)!.map((number) => `s${number}`);
    return Array.from({ length: Math.min(9, Math.max(1, last - first + 1)) }, (_, i) => `s${first + i}`);
  });
}

/** Text before a list of numbers or an index, not a citation: `it returns [1, 2]`, `x = [1]`. */
const beforeList =
  /(?:[=:(+*/<>-]|\b(?:arrays?|lists?|tuples?|vectors?|values?|ind(?:ex|ices)|elements?|items?|ranges?|intervals?|returns?|gives?|yields?|equals?|contains?|holds?|prints?|pass|outputs?|inputs?|results?|example|e\.g\.|shape|is|are|be|as|of|to|from|with|in|like|and|or|by|at))[\s`]*$/i;

/** Whether bare numbers in brackets after this text can be a citation. */
export function canCite(before: string): boolean {
  return (
    /[^\s\]]\s*$/.test(before) &&
    !/\]\s*,\s*$/.test(before) &&
    !/\n[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]*)?$/.test(before) &&
    !beforeList.test(before)
  );
}
