/** The scope in which syntax is read. Undefined stands for values that only running the code would give. */
export type Scope = {
  name: (name: string) => unknown;
  /** The value of a call, from its callee as written (`path.join`) and its arguments. */
  call: (callee: string, values: unknown[]) => unknown;
  /** The value of syntax that is not data, such as JSX. */
  show?: (node: { type: string }, scope: Scope) => unknown;
  /** Whether a function is a callable value; otherwise it stands for its return value. */
  hasFunctions?: boolean;
  /** `steps` counts down with each syntax node; at zero every value is unknown. `calls` is how deep functions are in calls. */
  budget?: { steps: number; calls?: number };
};

export type Syntax = { type: string } | null | undefined;
