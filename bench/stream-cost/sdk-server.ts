import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pacedModel } from './paced-model.ts';
import { serveBench } from './serve-bench.ts';

const { streamText } = createRequire(new URL('../../test/clients/package.json', import.meta.url))(
  'ai-7.0.173',
);

/** What people write today: streamText and its response helper, on node:http. */
const server = createServer(async (request, response) => {
  await text(request);
  const result = streamText({ model: pacedModel, prompt: 'Hello' });
  const answer: Response = result.toUIMessageStreamResponse();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  await pipeline(Readable.fromWeb(answer.body as never), response);
});
serveBench(server, '/');
