import { listTurns, type Turn } from '../../src/store/turns.ts';
import { post, type TestServer } from './server.ts';

export type Chunk = { type: string; [key: string]: unknown };

/** An answer as a raw reader of the v2 stream sees it. */
type Asked = {
  status: number;
  body: string;
  chunks: Chunk[];
  text: string;
  threadId: string;
  /** Of a new thread. */
  threadKey: string;
};

/** Asks one question by the v2 endpoint and reads the answer to its end. */
export async function ask(server: TestServer, text: string, more: object = {}): Promise<Asked> {
  const response = await post(
    `${server.url}/discovery/v2/assistant/${server.domain}/message`,
    server.assistantKey,
    { fp: 'anonymous', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }], ...more },
  );
  const body = await response.text();
  const chunks = [...body.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json!) as Chunk);
  return {
    status: response.status,
    body,
    chunks,
    text: chunks.flatMap(({ type, delta }) => (type === 'text-delta' ? [delta] : [])).join(''),
    threadId: response.headers.get('x-thread-id') ?? '',
    threadKey: response.headers.get('x-thread-key') ?? '',
  };
}

export async function turnOf(server: TestServer, { threadId }: { threadId: string }): Promise<Turn> {
  const [turn] = await listTurns(server.app.store, { projectId: server.projectId, threadId, limit: 1 });
  if (turn === undefined) throw new Error('The turn was not stored.');
  return turn;
}
