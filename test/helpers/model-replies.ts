/** What the model server sends back for one call. */
export type Reply =
  | { kind: 'answer'; answer: ScriptedAnswer }
  | { kind: 'refusal'; status: number; headers: Record<string, string> }
  /** A gateway's page in place of a stream: HTML with status 200. */
  | { kind: 'page' }
  /** The request is taken and nothing is ever sent. */
  | { kind: 'hang' }
  /** The connection is closed without a word, as a kept one may be at any time. */
  | { kind: 'break' };

export type ScriptedAnswer = {
  /** Each one is a chunk of its own. */
  text: Iterable<string> | AsyncIterable<string>;
  tools: { name: string; input: Record<string, unknown> }[];
  /** How the stream ends. A string is a finish reason in the protocol's own words. */
  end: 'finish' | 'cut' | 'silence' | 'malformed' | { finish: string };
  cachedTokens: number;
};

export const says = (...text: string[]): Reply => answered({ text });
export const answered = (answer: Partial<ScriptedAnswer>): Reply => {
  return { kind: 'answer', answer: { text: [], tools: [], end: 'finish', cachedTokens: 0, ...answer } };
};
export const callsTool = (name: string, input: Record<string, unknown>, ...text: string[]): Reply =>
  answered({ text, tools: [{ name, input }] });
export const refuses = (status: number, headers: Record<string, string> = {}): Reply => {
  return { kind: 'refusal', status, headers };
};
export const hangs: Reply = { kind: 'hang' };
export const breaksConnection: Reply = { kind: 'break' };
export const sendsHtml: Reply = { kind: 'page' };
