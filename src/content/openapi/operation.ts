/** One operation of an API, or one channel with what is sent on it, as readable Markdown. */
export type Operation = {
  /** JSON pointer of the operation in its file: `/paths/~1users/get`. '' for the overview of the API. */
  pointer: string;
  /** HTTP method in lower case; `channel` for a channel, '' for the overview. */
  method: string;
  path: string;
  operationId: string | null;
  summary: string | null;
  tag: string | null;
  description: string | null;
  /** The page's path given in the file (`x-mint.href`). */
  href: string | null;
  /** The groups and the method by which its SDK has it: `x-fern-sdk-group-name`, `x-fern-sdk-method-name`. */
  sdk?: string[];
  markdown: string;
};

/** The title of an operation: its summary, else its id, else its method and path. */
export function titleOf({ summary, operationId, method, path }: Operation): string {
  return summary ?? operationId ?? `${method.toUpperCase()} ${path}`;
}
