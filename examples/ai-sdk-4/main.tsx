import { useChat } from '@ai-sdk/react';
import { createRoot } from 'react-dom/client';

// What `npm start` printed. The assistant key is public.
const address = 'http://localhost:3000';
const domain = 'docs';
const assistantKey = 'svc_dsc_…';

type ThreadPart = { type: string; threadId?: string };

function Chat() {
  const { messages, input, handleInputChange, handleSubmit, data, error, reload, status, stop } = useChat({
    api: `${address}/discovery/v1/assistant/${domain}/message`,
    headers: { Authorization: `Bearer ${assistantKey}` },
    // Without it, useChat leaves out the messages' ids.
    sendExtraMessageFields: true,
  });
  const threadId = (data as ThreadPart[] | undefined)?.find((part) => part.type === 'thread')?.threadId ?? null;
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <article key={id}>
          <strong>{role === 'user' ? 'You' : 'Docs'}</strong>
          {parts?.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>;
            if (part.type === 'source') return <li key={index}><a href={part.source.url}>{part.source.title}</a></li>;
            return null;
          })}
        </article>
      ))}
      {error && <p role="alert">{error.message} <button onClick={() => void reload()}>Try again</button></p>}
      <form onSubmit={(event) => handleSubmit(event, { body: { fp: 'anonymous', threadId, currentPath: location.pathname } })}>
        <input value={input} onChange={handleInputChange} aria-label="Your question" />
        {status === 'ready' || status === 'error' ? <button>Ask</button> : <button type="button" onClick={stop}>Stop</button>}
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Chat />);
