// An app as its developers write it by our guide, for `use-chat-page.ts`.
// @ts-nocheck -- three majors of one hook
import { createElement as h, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { DefaultChatTransport } from 'ai-of-use-chat';
import { useChat } from 'use-chat';

const { api, key, id, queue } = Object.fromEntries(new URLSearchParams(location.search));
const headers = { authorization: `Bearer ${key}` };
const transport = new DefaultChatTransport({
  api,
  headers,
  body: { fp: 'ann', resumable: true },
  prepareReconnectToStreamRequest: () => ({ api: `${api}/${id}/stream?unread=1` }),
});
const stored = JSON.parse(localStorage.getItem(id) ?? '[]');

function Chat() {
  const { messages, sendMessage, status, error, stop } = useChat({
    id,
    messages: stored,
    resume: true,
    transport,
    experimental_queue: queue !== undefined,
  });
  // Not the answer that is being written: it comes from its beginning again.
  useEffect(() => {
    if (status === 'submitted') localStorage.setItem(id, JSON.stringify(messages));
  }, [status]);
  const halt = () => {
    void fetch(`${api}/${id}/stop`, { method: 'POST', headers });
    void stop();
  };
  return [
    h('button', { key: 'ask', onClick: () => sendMessage({ text: 'How do I set a proxy?' }) }, 'Ask'),
    h('button', { key: 'stop', onClick: halt }, 'Stop'),
    h('output', { key: 'status' }, error === undefined ? status : `${status}: ${error.message}`),
    ...messages.map(({ id, role, parts }) =>
      h('p', { key: id, className: role }, parts.map(({ text = '' }) => text).join('')),
    ),
  ];
}

createRoot(document.querySelector('main')).render(h(Chat));
