/** Channels take about one change of a message per second: https://docs.slack.dev/apis/web-api/rate-limits */
const everyMs = 1_200;

type Display = {
  /** There is more to show. */
  changed(): void;
  /** Resolves when nothing is being shown. */
  ended(): Promise<void>;
};

/** Shows text while it comes, one call at a time and not too often. What fails is made up for by the next. */
export function showEvery(show: () => Promise<void>): Display {
  let showing: Promise<void> | null = null;
  let shownAt = performance.now();
  return {
    changed() {
      if (showing !== null || performance.now() - shownAt < everyMs) return;
      showing = show()
        .catch(() => undefined)
        .finally(() => {
          shownAt = performance.now();
          showing = null;
        });
    },
    ended: async () => void (await showing),
  };
}
