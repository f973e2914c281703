/** Scripts without spaces between words, and Korean, whose particles are attached to the word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const letter = /[\p{L}\p{N}\p{M}]/u;

/** The kinds of characters. */
const [unknown, other, inWord, inPairs, connector, surrogate] = [0, 1, 2, 3, 4, 5];

/** The kind of each UTF-16 unit that was met, because asking a pattern for each takes many times as long. */
const kinds = new Uint8Array(0x1_0000);
kinds.fill(surrogate, 0xd800, 0xe000);
for (const character of "._-'’") kinds[character.charCodeAt(0)] = connector;

function kindOf(character: string): number {
  if (unspaced.test(character)) return inPairs;
  return letter.test(character) ? inWord : other;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const kind = kinds[code]!;
  if (kind === unknown) return (kinds[code] = kindOf(text.charAt(at)));
  return kind === surrogate ? kindOf(String.fromCodePoint(text.codePointAt(at)!)) : kind;
}

/** The place after the characters of one kind. */
function skip(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length && kindAt(text, at) === kind) at += widthAt(text, at);
  return at;
}

function widthAt(text: string, at: number): number {
  return kinds[text.charCodeAt(at)] === surrogate && text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/**
 * Calls `onRun` with the place of each run of a text (UTF-16 offsets), in order: letters, digits and marks with single
 * connectors between them, C++, C# and F#, or characters of a script without spaces (`isUnspaced`). One pass.
 */
export function eachRun(
  text: string,
  onRun: (start: number, end: number, isUnspaced: boolean) => void,
): void {
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at);
    if (kind === inWord || kind === inPairs) {
      const end = kind === inPairs ? skip(text, at, inPairs) : endOfWord(text, at);
      onRun(at, end, kind === inPairs);
      at = end;
    } else at += widthAt(text, at);
  }
}

function endOfWord(text: string, start: number): number {
  const named = endOfLanguage(text, start);
  if (named > 0) return named;
  let end = skip(text, start, inWord);
  for (;;) {
    const next = skip(text, end, connector);
    if (next === end || next === text.length || kindAt(text, next) !== inWord) return end;
    end = skip(text, next, inWord);
  }
}

/** The end of `C++`, `C#` or `F#`; 0 when there is none of them. */
function endOfLanguage(text: string, start: number): number {
  const letter = text.charCodeAt(start) | 0x20;
  if (letter !== 0x63 && letter !== 0x66) return 0;
  const length = text.startsWith('++', start + 1) ? 3 : text.startsWith('#', start + 1) ? 2 : 0;
  const end = start + length;
  return end === text.length || kindAt(text, end) !== inWord ? (length > 0 ? end : 0) : 0;
}
