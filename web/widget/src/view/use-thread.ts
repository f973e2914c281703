import { useEffect, useState } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import type { Thread } from '../chat/types.ts';

/** The open conversation, rendered at most once per frame however fast the text arrives. */
export function useThread(chat: Chat): Thread {
  const [thread, setThread] = useState(chat.thread);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setThread(chat.thread());
    };
    const unsubscribe = chat.subscribe(() => {
      frame ||= requestAnimationFrame(update);
    });
    update();
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [chat]);
  return thread;
}
