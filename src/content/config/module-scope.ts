/** What names mean around the syntax that is read. Undefined is what cannot be known without running it. */
export type Scope = {
  name: (name: string) => unknown;
  /** The value of a call, from its callee as written (`path.join`) and its arguments. */
  call: (callee: string, values: unknown[]) => unknown;
  /** What syntax stands for that is not data, such as JSX. */
  show?: (node: { type: string }, scope: Scope) => unknown;
  /** Whether a function is a value that can be called; without it, it counts as what it returns. */
  hasFunctions?: boolean;
  /** Counts down with each piece of syntax; nothing more is known at zero. */
  budget?: { steps: number };
};

export type Syntax = { type: string } | null | undefined;
