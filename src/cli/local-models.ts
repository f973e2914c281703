import { z } from 'zod';
import { fetchOut } from '../lib/outgoing.ts';

/** A server of models on this machine. */
export type LocalServer = { name: string; url: string; models: string[] };

/** Where these listen unless they are told otherwise. */
const usual = [
  { name: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
];
/** Milliseconds. What does not answer by then is not there. */
const patience = 1_000;

/** https://platform.openai.com/docs/api-reference/models/list */
const listShape = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The servers that run, with their models. */
export async function localServers(servers = usual): Promise<LocalServer[]> {
  const asked = servers.map(async (server) => ({ ...server, models: await modelsAt(server.url) }));
  return (await Promise.all(asked)).filter(({ models }) => models.length > 0);
}

/** The names of the models that an OpenAI-compatible server lists; none when it does not answer. */
export async function modelsAt(url: string, key = ''): Promise<string[]> {
  try {
    const answer = await fetchOut(`${url.replace(/\/$/, '')}/models`, {
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(patience),
    });
    return listShape.parse(await answer.json()).data.map(({ id }) => id);
  } catch {
    return [];
  }
}
