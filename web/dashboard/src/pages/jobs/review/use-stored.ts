import { useEffect, useRef, useState } from 'react';

/** State in the browser's storage, as JSON, the same in all tabs. Without storage, it lasts as long as the page. */
export function useStored<Value>(key: string, empty: Value): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => readStored(key) ?? empty);
  const emptyOne = useRef(empty);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) setValue(readStored<Value>(key) ?? emptyOne.current);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is disabled or full.
    }
  };
  return [value, keep];
}

function readStored<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}
