/** Collects what is to be sent until the end of this turn: a message costs more than what is in it. */
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
