/** One operation of an API, as readable Markdown. */
export type Operation = {
  /** Where it stands in its file, as a JSON pointer: `/paths/~1users/get`. The overview of the API is at ''. */
  pointer: string;
  /** Lower case; '' for the overview. */
  method: string;
  path: string;
  operationId: string | null;
  summary: string | null;
  tag: string | null;
  description: string | null;
  /** Where the file itself says that its page is (`x-mint.href`). */
  href: string | null;
  markdown: string;
};

/** What people call an operation: its summary, else its id, else its method and path. */
export function titleOf({ summary, operationId, method, path }: Operation): string {
  return summary ?? operationId ?? `${method.toUpperCase()} ${path}`;
}
