import { describeFault } from './describe-fault.ts';
import { ModelFault } from './model-fault.ts';
import type { Model } from './model.ts';
import type { Tool } from './run-tool.ts';
import { runTurn, type TurnEvent, turnLimits } from './run-turn.ts';
import { type CallTimeouts, callTimeouts } from './stream-call.ts';

/** What a model can or cannot do, in a sentence. Not every limitation is a problem. */
export type ModelFinding = { isGood: boolean; words: string };

/** Unguessable without the tool. */
const secret = 'Pelican';
const prompt = [
  {
    role: 'system' as const,
    content: 'Answer in one sentence, from what your tools find. Search before you answer.',
  },
  {
    role: 'user' as const,
    content: [{ type: 'text' as const, text: 'What is the name of the ferry to the island of Docent?' }],
  },
];

/** Asks a model a question with a tool, as answers do, and says how that went. */
export async function testModel(
  model: Model,
  signal: AbortSignal,
  timeouts: CallTimeouts = callTimeouts,
): Promise<ModelFinding[]> {
  if (model.provider === 'docent')
    return [{ isGood: true, words: 'Quotes the docs. It is built in, and nothing is sent anywhere.' }];
  const seen = { text: '', pieces: 0, searches: 0, input: 0, output: 0, firstMs: 0 };
  const search: Tool = {
    type: 'function',
    name: 'search',
    description: 'Searches the documentation.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    async run() {
      seen.searches += 1;
      return { forModel: { found: `The ferry is named ${secret}.` }, forClient: null };
    },
  };
  const start = performance.now();
  try {
    const limits = { ...turnLimits, modelCalls: 3, timeouts };
    const note = (event: TurnEvent) => {
      if (event.type === 'text') {
        seen.firstMs ||= performance.now() - start;
        seen.text += event.delta;
        seen.pieces += 1;
      } else if (event.type === 'call-finish') {
        seen.input += event.usage.inputTokens;
        seen.output += event.usage.outputTokens;
      }
    };
    await runTurn([model], prompt, [search], signal, note, { limits });
  } catch (thrown) {
    if (!(thrown instanceof ModelFault)) throw thrown;
    return [{ isGood: false, words: `Does not answer. ${inWords(thrown)}` }];
  }
  const notes = (model.notes?.() ?? []).map((words) => {
    return { isGood: false, words: `${words[0]!.toUpperCase()}${words.slice(1)}.` };
  });
  const context = model.contextTokens?.() ?? Infinity;
  const seconds = (seen.firstMs / 1000).toFixed(1);
  return [
    { isGood: true, words: `Answers. Its first words came after ${seconds} s.` },
    usesTools(seen),
    seen.pieces > 1
      ? { isGood: true, words: 'Streams its answer.' }
      : { isGood: false, words: 'Sent its answer in one piece: readers wait for the whole of it.' },
    seen.output > 0
      ? { isGood: true, words: `Reports its tokens: ${seen.input} read, ${seen.output} written.` }
      : { isGood: false, words: 'Reports no tokens: usage and cost are not counted.' },
    ...(context === Infinity
      ? []
      : [{ isGood: true, words: `Has a context of ${context} tokens; prompts and answers are cut to it.` }]),
    ...notes,
  ];
}

function usesTools({ searches, text }: { searches: number; text: string }): ModelFinding {
  if (searches === 0)
    return {
      isGood: false,
      words: 'Called no tool: it answers from the first search only, and cannot work for the docs agent.',
    };
  return text.includes(secret)
    ? { isGood: true, words: 'Calls tools, and answers from what they find.' }
    : { isGood: false, words: 'Calls tools, but did not answer from what they found.' };
}

function inWords(fault: ModelFault): string {
  const { message, advice, status } = describeFault(fault);
  const said = `${message.slice(0, 300)}${status === undefined ? '' : ` (${status})`}`;
  return advice === undefined ? said : `${said} ${advice}`;
}
