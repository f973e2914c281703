import type { AssistantProtocol } from '../protocol.ts';
import { parseV1Request, V1Request } from './request.ts';
import { v1Writer } from './stream.ts';

export const v1: AssistantProtocol = {
  name: 'v1',
  title: 'AI SDK 4 data stream protocol',
  contentType: 'text/plain',
  schema: V1Request,
  parse(body) {
    const { question, knowsParts } = parseV1Request(body);
    return { question, writer: () => v1Writer(knowsParts) };
  },
};
