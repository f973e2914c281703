import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

// What `npm start` printed. The assistant key is public.
const address = 'http://localhost:3000';
const domain = 'docs';
const assistantKey = 'svc_dsc_…';

type Message = UIMessage<{ threadId?: string }, { thread: { threadId: string } }>;

/** The thread that the server made; sending it back keeps the conversation together. */
let threadId: string | null = null;

const transport = new DefaultChatTransport<Message>({
  api: `${address}/discovery/v2/assistant/${domain}/message`,
  headers: { Authorization: `Bearer ${assistantKey}` },
  body: () => ({ fp: 'anonymous', threadId, currentPath: location.pathname }),
});

function Chat() {
  const [question, setQuestion] = useState('');
  const { messages, sendMessage, status, error, regenerate, stop } = useChat<Message>({
    transport,
    onData: (part) => {
      if (part.type === 'data-thread') threadId = part.data.threadId;
    },
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void sendMessage({ text: question });
    setQuestion('');
  };
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <article key={id}>
          <strong>{role === 'user' ? 'You' : 'Docs'}</strong>
          {parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>;
            if (part.type === 'source-url') return <li key={index}><a href={part.url}>{part.title}</a></li>;
            return null;
          })}
        </article>
      ))}
      {error && <p role="alert">{error.message} <button onClick={() => void regenerate()}>Try again</button></p>}
      <form onSubmit={ask}>
        <input value={question} onChange={(event) => setQuestion(event.target.value)} aria-label="Your question" />
        {status === 'ready' || status === 'error' ? <button>Ask</button> : <button type="button" onClick={() => void stop()}>Stop</button>}
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Chat />);
