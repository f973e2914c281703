/** The text to embed for a section: its titles, because a section alone often lacks its subject, and its text. */
export function embeddingText(pageTitle: string, headingPath: readonly string[], text: string): string {
  return `${[...new Set([pageTitle, ...headingPath])].join(' > ')}\n${text}`;
}
