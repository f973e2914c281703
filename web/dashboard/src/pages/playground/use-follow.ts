import { useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being there: the question box covers some. */
const nearPx = 160;

/** Keeps the end of the window in view while something grows there, unless one has scrolled away from it. */
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
    // What grows moves the end away and the window nowhere: only a move upwards is somebody's wish.
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
