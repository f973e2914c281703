/** Channels take about one change of a message per second: https://docs.slack.dev/apis/web-api/rate-limits */
const everyMs = 1_200;

type Display = {
  /** There is more to show. */
  changed(): void;
  /** Resolves when nothing is being shown. */
  ended(): Promise<void>;
};

/** Shows text while it comes, also what is the last for a while; one call at a time and not too often. What fails is made up for by the next. */
export function showEvery(show: () => Promise<void>): Display {
  let timer: NodeJS.Timeout | null = null;
  let showing: Promise<void> | null = null;
  let shownAt = performance.now();
  let hasMore = false;
  const showNow = () => {
    timer = null;
    hasMore = false;
    showing = show()
      .catch(() => undefined)
      .finally(() => {
        shownAt = performance.now();
        showing = null;
        if (hasMore) changed();
      });
  };
  const changed = () => {
    if (showing !== null) hasMore = true;
    else timer ??= setTimeout(showNow, Math.max(0, shownAt + everyMs - performance.now()));
  };
  return {
    changed,
    async ended() {
      if (timer !== null) clearTimeout(timer);
      for (let shown = showing; shown !== null; shown = showing) {
        hasMore = false;
        await shown;
      }
    },
  };
}
