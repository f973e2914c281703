import { openModels } from '../../src/models/registry.ts';
import type { AgentModel } from '../../src/agent/deps.ts';
import { answered, type Reply } from './model-replies.ts';
import type { ModelRequest } from './model-server.ts';

type Call = { name: string; input: Record<string, unknown> };

/** The model calls tools in one step. */
export const calls = (...tools: Call[]): Reply => answered({ tools });

export const edit = (old: string, text: string, path = 'docs/install.md'): Call => ({
  name: 'edit_file',
  input: { path, old, new: text },
});

export const finish = (title = 'Change the docs', more: object = {}): Call => ({
  name: 'finish',
  input: { title, summary: ['It was asked for.'], ...more },
});

/** Plays replies one after another; the last one again and again. */
export function inOrder(...replies: Reply[]) {
  return (_: ModelRequest, call: number) => replies[Math.min(call, replies.length) - 1]!;
}

/** All text that the model was sent in one call. */
export function textOf({ body }: ModelRequest): string {
  const messages: { content: string | { text?: string }[] | null }[] = body.messages;
  return messages
    .map(({ content }) =>
      typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n'),
    )
    .join('\n');
}

/** The real provider package for OpenAI-compatible servers, at a micro-dollar a token read and five a token written. */
export async function compatibleModel(serverUrl: string): Promise<AgentModel> {
  const access = { compatible: { url: `${serverUrl}/v1`, key: 'none' } };
  const settings = { names: ['compatible/m'], access, maxOutputTokens: 4096, promptCaching: false };
  const [model] = await openModels(settings, () => []);
  return {
    kind: 'model',
    model: model!,
    costMicros: ({ inputTokens, outputTokens }) => inputTokens + outputTokens * 5,
  };
}
