/** A word joiner after the sign takes the power to call people from `@channel`, `@here` and the like. */
const withoutPings = (text: string) =>
  text.replaceAll(/@(?=channel\b|here\b|everyone\b|group\b)/gi, '@\u2060');

/** The three characters that Slack reads as markup, so that no text of docs or models calls or links anything. */
export function escapeText(text: string): string {
  return withoutPings(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}
