/** Whether a reader may see a section; null: all of them. */
export type Visible = ((section: number) => boolean) | null;

/** Fewer sections are all ranked. Of more, those that are among the best by words or by meaning. */
export const wholeFrom = 65_536;

/** Sections of which the values say what those of all are like. */
const sampleSize = 16_384;

type Sample = {
  /** The value that so many of the highest reach. */
  reachedBy: (count: number) => number;
  /** How many reach a value. */
  reaching: (value: number) => number;
};

/** Estimates of visible sections' values. */
export function readSample(values: Float32Array, visible: Visible): Sample {
  const each = Math.max(1, Math.floor(values.length / sampleSize));
  const some: number[] = [];
  for (let i = 1; i < values.length; i += each) if (visible === null || visible(i)) some.push(values[i]!);
  const sorted = Float32Array.from(some).sort();
  return {
    reachedBy: (count) => sorted.at(-Math.ceil(count / each)) ?? sorted[0] ?? 0,
    reaching: (value) => each * sorted.reduce((sum, one) => sum + (one >= value ? 1 : 0), 0),
  };
}
