/** Batches messages until the end of this turn of the event loop: sending one costs more than its content. */
export function createOutbox<Item>(send: (items: Item[]) => unknown): (item: Item) => void {
  let items: Item[] = [];
  return (item) => {
    if (items.length === 0)
      setImmediate(() => {
        const all = items;
        items = [];
        send(all);
      });
    items.push(item);
  };
}
