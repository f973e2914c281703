// Control characters, and characters that hide or reorder text.
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Model or user text as one line of a commit or title, without control characters, trailers and mentions. */
export function plainLine(text: string): string {
  const line = text
    .replace(/[\r\n]+/g, ' ')
    .replace(hidden, '')
    .replace(/\s+/g, ' ')
    .trim();
  return defuse(line).slice(0, 120);
}

/**
 * Text for the Markdown body of a pull request or comment: shown literally, without HTML, images, mentions, words that
 * close issues, or lines that are commands.
 */
export function plainMarkdown(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
  const shown = clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('![', '!\\[');
  return defuse(shown.replace(command, '$1\\'));
}

// `/merge` at the start of a line is done with our rights: https://docs.gitlab.com/user/project/quick_actions/
const command = /^([ \t]*)(?=\/\w)/gm;

const mention = /([@#!])(?=[\w-])/g;
const reference = /(\bGH-)(?=\d)/gi;
// After these words, the number or address of an issue closes it.
const closing = /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=:?\s{1,5}(?:https?:|GH-|[\w./-]{0,200}#))/gi;

// A word joiner is invisible and keeps forges from recognizing a mention, a reference or a closing keyword.
function defuse(text: string): string {
  return [closing, mention, reference].reduce((result, pattern) => result.replace(pattern, '$1\u2060'), text);
}
