import type { AssistantProtocol } from '../protocol.ts';
import { parseV2Request, V2Request } from './request.ts';
import { v2Writer } from './stream.ts';

/** The assistant for AI SDK 5, 6 and 7. */
export const v2: AssistantProtocol = {
  name: 'v2',
  requestSchema: V2Request,
  parse(body, { accept = '' }) {
    const { question, fromSdk, chatId, citations } = parseV2Request(body);
    const rawReader = !fromSdk || accept.toLowerCase().includes('text/event-stream');
    const jsonOnly = /^\s{0,9}application\/json\s{0,9}(;[^,]{0,99})?$/i.test(accept);
    return { question, chatId, writer: () => v2Writer({ rawReader, jsonOnly, citations }) };
  },
};
