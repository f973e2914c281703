import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { serveBench } from '../stream-cost/serve-bench.ts';

const { streamText } = createRequire(new URL('../../test/clients/package.json', import.meta.url))(
  'ai-7.0.173',
);
const provider = createOpenAICompatible({
  name: 'compatible',
  baseURL: process.env['MODEL_URL']!,
  includeUsage: true,
});

/** What people write today: streamText and its response helper over the same provider package. No search, no store. */
const server = createServer(async (request, response) => {
  request.resume();
  const result = streamText({ model: provider('bench'), prompt: 'Hello', telemetry: { isEnabled: false } });
  const answer: Response = result.toUIMessageStreamResponse();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  await pipeline(Readable.fromWeb(answer.body as never), response);
});
serveBench(server, '/');
