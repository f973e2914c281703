import type { AssistantProtocol } from '../protocol.ts';
import { parseV1Request, V1Request } from './request.ts';
import { v1Writer } from './stream.ts';

/** The assistant for AI SDK 4. */
export const v1: AssistantProtocol = {
  name: 'v1',
  requestSchema: V1Request,
  parse(body) {
    const { question, knowsParts } = parseV1Request(body);
    return { question, writer: () => v1Writer(knowsParts) };
  },
};
