import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { pace } from './paced-model.ts';
import { serveBench } from './serve-bench.ts';

/** The floor: node:http writing the bytes of the UI message stream, with nothing behind it. */
const server = createServer(async (request, response) => {
  await text(request);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-vercel-ai-ui-message-stream': 'v1',
  });
  response.write(
    'data: {"type":"start","messageId":"msg_1"}\n\ndata: {"type":"start-step"}\n\ndata: {"type":"text-start","id":"txt_1"}\n\n',
  );
  pace(
    (i) => void response.write(`data: {"type":"text-delta","id":"txt_1","delta":" word${i % 10}"}\n\n`),
    () =>
      void response.end(
        'data: {"type":"text-end","id":"txt_1"}\n\ndata: {"type":"finish-step"}\n\ndata: {"type":"finish"}\n\ndata: [DONE]\n\n',
      ),
  );
});
serveBench(server, '/');
