/** The event of a trigger of the kind `conflict` or `checks`. */
export type PullRequestEvent =
  | { kind: 'conflict'; base: string }
  | {
      kind: 'checks';
      failed: { name: string; url: string | null; log: string }[];
    };
