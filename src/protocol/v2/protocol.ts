import type { AssistantProtocol } from '../protocol.ts';
import { parseV2Request, V2Request } from './request.ts';
import { v2Writer } from './stream.ts';

export const v2: AssistantProtocol = {
  name: 'v2',
  title: 'AI SDK 5+ UI message stream',
  contentType: 'text/event-stream',
  schema: V2Request,
  parse(body, { accept = '' }) {
    const { question, fromSdk } = parseV2Request(body);
    const rawReader = !fromSdk || accept.toLowerCase().includes('text/event-stream');
    const jsonOnly = /^\s{0,9}application\/json\s{0,9}(;[^,]{0,99})?$/i.test(accept);
    return { question, writer: () => v2Writer({ rawReader, jsonOnly }) };
  },
};
