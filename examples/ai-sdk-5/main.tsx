import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { type FormEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

// What `npm start` printed. The assistant key is public.
const address = 'http://localhost:3000';
const domain = 'docs';
const assistantKey = 'svc_dsc_…';

type Suggestion = { text: string; path: string };
type Message = UIMessage<{ threadId?: string }, { thread: { threadId: string }; suggestions: { suggestions: Suggestion[] } }>;

/**
 * What the browser keeps: the chat's id, by which its running answer is resumed, the messages, and the thread with its key, which is
 * sent once and is a secret.
 */
type Kept = { chatId: string; messages: Message[]; threadId: string | null; threadKey: string | null };
const newChat = (): Kept => ({ chatId: crypto.randomUUID(), messages: [], threadId: null, threadKey: null });
const kept: Kept = { ...newChat(), ...JSON.parse(localStorage.getItem('chat') ?? '{}') };
const keep = (changes: Partial<Kept>) => localStorage.setItem('chat', JSON.stringify(Object.assign(kept, changes)));

const api = `${address}/discovery/v2/assistant/${domain}/message`;
const headers = { Authorization: `Bearer ${assistantKey}` };
const transport = new DefaultChatTransport<Message>({
  api,
  headers,
  body: () => ({
    fp: 'anonymous',
    resumable: true,
    threadId: kept.threadId,
    ...(kept.threadKey && { threadKey: kept.threadKey }),
    currentPath: location.pathname.slice(0, 200),
  }),
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    const threadKey = response.headers.get('x-thread-key');
    if (threadKey) keep({ threadKey });
    return response;
  },
});

/** Before the answer has begun, the error's message is our body; its `message` is for people. */
function readable(error: Error): string {
  try {
    return (JSON.parse(error.message) as { message: string }).message;
  } catch {
    return navigator.onLine ? error.message || 'The answer broke off.' : 'You are offline.';
  }
}

function Chat() {
  const [question, setQuestion] = useState('');
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const { messages, sendMessage, setMessages, status, error, regenerate, stop } = useChat<Message>({
    id: kept.chatId,
    resume: true,
    messages: kept.messages,
    transport,
    onData: (part) => {
      if (part.type === 'data-thread') keep({ threadId: part.data.threadId });
      if (part.type === 'data-suggestions') setSuggestions(part.data.suggestions);
    },
    onError: (problem) => console.warn('Docent:', readable(problem)),
  });
  useEffect(() => {
    // Not while an answer is written: it comes from its beginning after a reload.
    if (status !== 'streaming') keep({ messages });
  }, [messages, status]);
  const ask = (text: string) => {
    setSuggestions([]);
    setQuestion('');
    void sendMessage({ text });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') ask(question);
  };
  const halt = () => {
    void fetch(`${api}/${kept.chatId}/stop`, { method: 'POST', headers });
    void stop();
  };
  const restart = () => {
    keep(newChat());
    setMessages([]);
    setSuggestions([]);
  };
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id}>
          <strong>{message.role === 'user' ? 'You' : 'Docs'}</strong>
          {message.parts.map((part, index) => {
            if (part.type === 'text') return <Markdown key={index} remarkPlugins={[remarkGfm]}>{part.text}</Markdown>;
            if (part.type === 'tool-search' && part.state === 'input-available') return <p key={index}>Searching the docs…</p>;
            return null;
          })}
          <Sources message={message} />
        </article>
      ))}
      {suggestions.map(({ text }) => (
        <button key={text} type="button" onClick={() => ask(text)}>{text}</button>
      ))}
      {error && <p role="alert">{readable(error)} <button onClick={() => void regenerate()}>Try again</button></p>}
      <form onSubmit={submit}>
        <input value={question} onChange={(event) => setQuestion(event.target.value)} aria-label="Your question" />
        {status === 'ready' || status === 'error' ? <button>Ask</button> : <button type="button" onClick={halt}>Stop</button>}
        <button type="button" onClick={restart}>New chat</button>
      </form>
    </main>
  );
}

/** Each cited section once. The text links to them, too. */
function Sources({ message }: { message: Message }) {
  const sources = message.parts.filter((part) => part.type === 'source-url');
  if (sources.length === 0) return null;
  return <ol>{sources.map(({ sourceId, url, title }) => <li key={sourceId}><a href={url}>{title}</a></li>)}</ol>;
}

createRoot(document.getElementById('root')!).render(<Chat />);
