import { useState } from 'react';

/** State that this browser keeps, as JSON. What cannot be kept lasts as long as the page. */
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
      // The browser keeps nothing, or has no more room.
    }
  };
  return [value, keep];
}
