import { useChat } from '@ai-sdk/react';
import type { Message } from 'ai';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

// What `npm start` printed. The assistant key is public.
const address = 'http://localhost:3000';
const domain = 'docs';
const assistantKey = 'svc_dsc_…';

/** What the browser keeps: the messages, and the thread with its key, which is sent once and is a secret. */
type Kept = { messages: Message[]; threadId: string | null; threadKey: string | null };
const kept: Kept = JSON.parse(localStorage.getItem('chat') ?? '{"messages":[],"threadId":null,"threadKey":null}');
const keep = (changes: Partial<Kept>) => localStorage.setItem('chat', JSON.stringify(Object.assign(kept, changes)));

/** What to ask next stands at the end of the text on v1: ```suggestions, then a line `(question)[path]` for each. */
function split(text: string): { text: string; suggestions: string[] } {
  const start = text.indexOf('```suggestions');
  if (start < 0) return { text, suggestions: [] };
  const lines = text.slice(start).matchAll(/^\(([^)\n]+)\)\[[^\]\n]*\]$/gm);
  return { text: text.slice(0, start), suggestions: [...lines].map(([, question]) => question!) };
}

/** Before the answer has begun, the error's message is our body; its `message` is for people. */
function readable(error: Error): string {
  try {
    return (JSON.parse(error.message) as { message: string }).message;
  } catch {
    return navigator.onLine ? error.message || 'The answer broke off.' : 'You are offline.';
  }
}

function Chat() {
  const { messages, setMessages, input, handleInputChange, handleSubmit, append, error, reload, status, stop } = useChat({
    api: `${address}/discovery/v1/assistant/${domain}/message`,
    headers: { Authorization: `Bearer ${assistantKey}` },
    initialMessages: kept.messages,
    // Without it, useChat leaves out the messages' ids.
    sendExtraMessageFields: true,
    experimental_prepareRequestBody: ({ messages, requestBody }) => ({
      ...requestBody,
      messages,
      fp: 'anonymous',
      threadId: kept.threadId,
      ...(kept.threadKey && { threadKey: kept.threadKey }),
      currentPath: location.pathname.slice(0, 200),
    }),
    onResponse: ({ headers }) => {
      const threadKey = headers.get('x-thread-key');
      keep({ threadId: headers.get('x-thread-id') ?? kept.threadId, ...(threadKey && { threadKey }) });
    },
    onError: (problem) => console.warn('Docent:', readable(problem)),
  });
  useEffect(() => {
    if (status === 'ready' || status === 'error') keep({ messages });
  }, [messages, status]);
  const isReady = status === 'ready' || status === 'error';
  const restart = () => {
    setMessages([]);
    keep({ messages: [], threadId: null, threadKey: null });
  };
  const last = messages.at(-1);
  const suggestions = isReady && last?.role === 'assistant' ? split(last.content).suggestions : [];
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id}>
          <strong>{message.role === 'user' ? 'You' : 'Docs'}</strong>
          <Markdown remarkPlugins={[remarkGfm]}>{split(message.content).text}</Markdown>
          <ol>
            {message.parts?.map((part, index) =>
              part.type === 'source' ? <li key={index}><a href={part.source.url}>{part.source.title}</a></li> : null,
            )}
          </ol>
        </article>
      ))}
      {suggestions.map((text) => (
        <button key={text} type="button" onClick={() => void append({ role: 'user', content: text })}>{text}</button>
      ))}
      {error && <p role="alert">{readable(error)} <button onClick={() => void reload()}>Try again</button></p>}
      <form onSubmit={handleSubmit}>
        <input value={input} onChange={handleInputChange} aria-label="Your question" />
        {isReady ? <button>Ask</button> : <button type="button" onClick={stop}>Stop</button>}
        <button type="button" onClick={restart}>New chat</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Chat />);
