/** What a model refuses and what is sent instead, learned from its refusals. */
export type Quirks = {
  /** The name under which the limit of the answer is sent; null for none. */
  limitName: 'max_tokens' | 'max_completion_tokens' | null;
  /** The most output tokens that it allows to ask for. */
  maxOutput: number;
  /** Tokens that a prompt and its answer have room for. */
  context: number;
  /** What is left out, or put in another form. */
  without: ReadonlySet<Refused>;
};

export type Refused = (typeof rules)[number]['refused'] | 'limit';

type Rule = { refused: string; words: RegExp; instead: string };

/** In the order in which they are tried: the first that matches and was not tried yet. */
const rules = [
  {
    refused: 'stream_options',
    words: /stream_options|include_usage/i,
    instead: 'is asked without usage numbers, so that its tokens and cost are not counted',
  },
  { refused: 'tool_choice', words: /tool_choice/i, instead: 'is not told when tools are off' },
  {
    refused: 'schema',
    words: /additionalProperties|\$schema|\bstrict\b|minLength|maxLength|json.?schema/i,
    instead: 'gets its tools with simpler descriptions of their input',
  },
  {
    refused: 'reasoning_content',
    words: /reasoning_content/i,
    instead: 'gets its own reasoning back with the results of tools',
  },
  { refused: 'reasoning', words: /reasoning|thinking/i, instead: 'is not told how much to think' },
  { refused: 'temperature', words: /temperature/i, instead: 'chooses its own temperature' },
  {
    refused: 'images',
    words: /image|vision|multi.?modal|expected a string|must be a string|string_type/i,
    instead: 'gets no pictures',
  },
  {
    refused: 'user_after_tool',
    words: /role.{0,12}user.{0,20}after.{0,12}role.{0,12}tool/i,
    instead: 'gets messages that follow a tool’s result as a part of it',
  },
  {
    refused: 'system',
    words:
      /system.(?:role|message|prompt|instruction)|roles? (?:are|is) supported|developer instruction|alternat/i,
    instead: 'gets the rules as a part of the question',
  },
  {
    refused: 'tools',
    words: /\btools?\b|tool.?(?:use|call)|function.?call/i,
    instead: 'answers from what is searched for it, without tools; it cannot write for the docs agent',
  },
  {
    refused: 'system',
    words: /system|roles?\b/i,
    instead: 'gets the rules as a part of the question',
  },
  { refused: 'stream', words: /\bstream/i, instead: 'answers in one piece' },
] as const satisfies readonly Rule[];

export const noQuirks: Quirks = {
  limitName: 'max_tokens',
  maxOutput: Infinity,
  context: Infinity,
  without: new Set(),
};

/** The parts of a request that may be refused. */
export type Sent = { refusable: ReadonlySet<Refused>; inputTokens: number; outputTokens: number };

/**
 * What to change after a refusal, and what to tell the operator; null when its words name nothing that can be changed.
 * Changes one thing at a time.
 */
export function hearRefusal(
  words: string,
  sent: Sent,
  known: Quirks,
): { quirks: Quirks; note: string } | null {
  if (contextWords.test(words)) return shrink(words, sent, known);
  if (/max_?(?:completion_|new_|output_)?tokens|maxOutputTokens/i.test(words) && known.limitName !== null)
    return changeLimit(words, sent, known);
  const rule = rules.find(({ refused, words: of }) => of.test(words) && sent.refusable.has(refused));
  if (rule === undefined) return null;
  const without = new Set([...known.without, rule.refused]);
  return {
    quirks: { ...known, without },
    note: `refuses ${rule.refused.replaceAll('_', ' ')}: it ${rule.instead}`,
  };
}

/** The prompt itself is too long, with or without its answer. */
const contextWords =
  /context.{0,12}(?:length|window|size)|n_ctx|prompt.{0,20}too long|too many (?:input )?tokens|(?:input|prompt).{0,30}(?:exceeds?|longer than)|max_model_len|maximum.{0,12}sequence/i;

const contextNumber = /(?:context[\w ]{0,12}(?:length|window|size)|n_ctx|max_model_len)\D{0,30}(\d[\d,]*)/i;

function shrink(words: string, { inputTokens, outputTokens }: Sent, known: Quirks) {
  const asked = inputTokens + outputTokens;
  const most = Math.min(known.context, asked);
  const named = numbersIn(contextNumber.exec(words)?.[1] ?? '')[0];
  const context = named ?? Math.floor(most / 2);
  // A server that counts more tokens than we do names the limit that is known already.
  const smaller = context < known.context ? context : Math.floor(known.context * 0.75);
  if (smaller < 512) return null;
  return {
    quirks: { ...known, context: smaller },
    note: `has a context of about ${smaller} tokens: its prompts and answers are cut to that. Give the server a larger one if you can`,
  };
}

function changeLimit(words: string, { outputTokens }: Sent, known: Quirks) {
  const allowed = Math.max(...numbersIn(words).filter((tokens) => tokens >= 16 && tokens < outputTokens));
  if (Number.isFinite(allowed) && allowed < known.maxOutput)
    return { quirks: { ...known, maxOutput: allowed }, note: `allows answers of ${allowed} tokens` };
  const limitName = known.limitName === 'max_tokens' ? 'max_completion_tokens' : null;
  const note =
    limitName === null
      ? 'refuses a limit for its answers: it is asked without one'
      : 'refuses max_tokens: max_completion_tokens is sent';
  return { quirks: { ...known, limitName } satisfies Quirks as Quirks, note };
}

function numbersIn(words: string): number[] {
  return [...words.matchAll(/\b\d{1,3}(?:,\d{3})+\b|\b\d{2,9}\b/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
}
