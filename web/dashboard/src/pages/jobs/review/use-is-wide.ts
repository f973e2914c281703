import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 48rem)');

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** Whether there is room for a side-by-side diff. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
