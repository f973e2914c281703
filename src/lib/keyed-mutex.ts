/** Serializes work with the same key; work with other keys does not wait. */
type KeyedMutex = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Works within one process; several processes need a lock in the database. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const settled = turn
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === settled) last.delete(name);
      });
    last.set(name, settled);
    return turn;
  };
}
