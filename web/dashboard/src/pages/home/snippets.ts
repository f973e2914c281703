import { tagOf } from '../widget/tag-of.ts';

type Place = { address: string; domain: string; key: string };

/** Code to paste for each way to ask from outside. */
export const snippets: { name: string; language: string; code(place: Place): string }[] = [
  { name: 'Script tag', language: 'html', code: tagOf },
  {
    name: 'curl',
    language: 'bash',
    code: ({ address, domain, key }) => `curl -N ${address}/discovery/v2/assistant/${domain}/message \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"fp":"anonymous","messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"How do I get started?"}]}]}'`,
  },
  {
    name: 'AI SDK 5, 6, 7',
    language: 'ts',
    code: ({ address, domain, key }) => `import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';

const chat = useChat({
  transport: new DefaultChatTransport({
    api: '${address}/discovery/v2/assistant/${domain}/message',
    headers: { Authorization: 'Bearer ${key}' },
    body: { fp: 'anonymous' },
  }),
});`,
  },
  {
    name: 'AI SDK 4',
    language: 'ts',
    code: ({ address, domain, key }) => `import { useChat } from '@ai-sdk/react';

const chat = useChat({
  api: '${address}/discovery/v1/assistant/${domain}/message',
  headers: { Authorization: 'Bearer ${key}' },
  body: { fp: 'anonymous' },
});`,
  },
  {
    name: 'MCP',
    language: 'bash',
    code: ({ address, domain, key }) =>
      `claude mcp add --transport http ${domain} ${address}/mcp/${domain} --header "Authorization: Bearer ${key}"`,
  },
];
