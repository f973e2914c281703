/**
 * The line (from 1) of the nth occurrence of a word in a text; of the last one when there are fewer, null when there is
 * none.
 */
export function lineOf(text: string, written: string, nth = 0): number | null {
  if (written === '') return null;
  let line = 1;
  let counted = 0;
  let found: number | null = null;
  for (
    let at = text.indexOf(written);
    at !== -1 && nth >= 0;
    at = text.indexOf(written, at + written.length)
  ) {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === newLine) line++;
    if (isPartOfWord(text[at - 1]) || isPartOfWord(text[at + written.length])) continue;
    found = line;
    nth--;
  }
  return found;
}

const newLine = 10;

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\w/#-]/.test(character);
}
