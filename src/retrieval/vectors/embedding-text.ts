/** What of a section is embedded: its titles, for a section alone often does not say what it is about, and its text. */
export function embeddingText(pageTitle: string, headingPath: readonly string[], text: string): string {
  return `${[...new Set([pageTitle, ...headingPath])].join(' > ')}\n${text}`;
}
