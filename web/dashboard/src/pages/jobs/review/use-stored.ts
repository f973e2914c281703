import { useState } from 'react';

/** State in the browser's storage, as JSON. Without storage, it lasts as long as the page. */
export function useStored<Value>(key: string, empty: Value): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    try {
      return (JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null) ?? empty;
    } catch {
      return empty;
    }
  });
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
