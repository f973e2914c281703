import { useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as the end: the question box covers some. */
const nearPx = 160;

/** Keeps the end of the page in view while it grows, unless the person has scrolled away. */
export function useFollow(isOn: boolean): { isAtEnd: boolean; jump(): void } {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const follows = useRef(true);
  const jump = () => {
    follows.current = true;
    setIsAtEnd(true);
    window.scrollTo({ top: document.documentElement.scrollHeight });
  };
  useEffect(() => {
    if (!isOn) return undefined;
    // Growing content does not scroll the window: only a move upwards is the person's own.
    let last = scrollY;
    const onScroll = () => {
      const distance = document.documentElement.scrollHeight - innerHeight - scrollY;
      if (scrollY < last) follows.current = false;
      if (distance < nearPx) follows.current = true;
      last = scrollY;
      setIsAtEnd(follows.current);
    };
    const grows = new ResizeObserver(() => {
      if (follows.current) window.scrollTo({ top: document.documentElement.scrollHeight });
    });
    grows.observe(document.body);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      grows.disconnect();
      removeEventListener('scroll', onScroll);
    };
  }, [isOn]);
  return { isAtEnd, jump };
}
