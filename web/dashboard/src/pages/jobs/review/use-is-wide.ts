import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 48rem)');

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** Whether two sides of a change have room beside each other. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
