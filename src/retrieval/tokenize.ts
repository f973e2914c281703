import { foldText } from './fold-text.ts';
import { stem } from './stem.ts';

/** A term of the index and where in the text its word stands (UTF-16 offsets). */
export type Token = { term: string; word: string; start: number; end: number };

/** Longer ones are hashes, keys and data, not words. */
const longestWord = 64;

/** Scripts written without spaces between words, and Korean, whose particles stick to the word. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々`;
const letter = String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]`;
const runs = new RegExp(
  String.raw`(?<unspaced>[${unspaced}]+)|(?<sharp>(?<!${letter})[CFcf](?:\+\+|#)(?!${letter}))|${letter}+(?:[._'’\-]+${letter}+)*`,
  'gv',
);

/** Between a small letter or digit and a capital, and before the last capital of a run (`XMLHttp`), but not in `APIs`. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s$)/u;

/**
 * The terms of a text, in order: words folded and stemmed, identifiers both whole and in parts
 * (`useState`, `use_state` and `use-state` all give `usestate`, `use`, `state`), unspaced scripts as pairs of characters.
 */
export function* tokenize(text: string): Generator<Token> {
  for (const match of text.matchAll(runs)) {
    const start = match.index;
    if (match.groups?.['unspaced']) yield* pairs(match[0], start);
    else if (match.groups?.['sharp']) yield token(foldText(match[0]), start, match[0]);
    else yield* words(match[0], start);
  }
}

function* pairs(run: string, start: number): Generator<Token> {
  const characters = [...run];
  if (characters.length === 1) yield token(foldText(run), start, run);
  let offset = start;
  for (let i = 0; i + 1 < characters.length; i++) {
    const pair = `${characters[i]}${characters[i + 1]}`;
    yield token(foldText(pair), offset, pair);
    offset += characters[i]?.length ?? 0;
  }
}

/** A dotted name gives itself, then each of its identifiers. */
function* words(run: string, start: number): Generator<Token> {
  if (run.length > 4 * longestWord) return;
  const identifiers = [...run.matchAll(/[^.]+/g)];
  if (identifiers.length > 1)
    yield* word(
      identifiers.map(([identifier]) => identifier),
      start,
      run,
    );
  for (const { 0: identifier, index } of identifiers) yield* parts(identifier, start + index);
}

/** An identifier of several words gives itself, then each of its words. */
function* parts(identifier: string, start: number): Generator<Token> {
  const pieces: { text: string; start: number }[] = [];
  for (const { 0: piece, index } of identifier.matchAll(/[^_-]+/g)) {
    let offset = start + index;
    for (const text of piece.split(humps)) {
      pieces.push({ text, start: offset });
      offset += text.length;
    }
  }
  if (pieces.length > 1)
    yield* word(
      pieces.map(({ text }) => text),
      start,
      identifier,
    );
  for (const piece of pieces) yield* word([piece.text], piece.start, piece.text);
}

function* word(pieces: string[], start: number, source: string): Generator<Token> {
  const folded = foldText(pieces.join('').replaceAll(/['’_-]/g, ''));
  if (folded.length > 0 && folded.length <= longestWord)
    yield { ...token(folded, start, source), term: stem(folded) };
}

function token(folded: string, start: number, source: string): Token {
  return { term: folded, word: folded, start, end: start + source.length };
}
