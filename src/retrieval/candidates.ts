/** Whether a reader may see a section; null: all of them. */
export type Visible = ((section: number) => boolean) | null;

/** Fewer sections are all ranked. Of more, those that are among the best by words or by meaning. */
export const wholeFrom = 65_536;

/** Sections of which the values say what those of all are like: runs of them, because memory is read so. */
const [sampleSize, run] = [16_384, 16];

const steps = 1024;

type Sample = {
  /** What so many of the highest values reach; no value when there are fewer. */
  reachedBy: (count: number) => number;
  /** How many values reach one. */
  reaching: (value: number) => number;
};

/** Estimates of visible sections' values. */
export function readSample(values: Float32Array, visible: Visible): Sample {
  const each = Math.max(1, Math.floor(values.length / sampleSize));
  const some = new Float32Array(sampleSize * 2);
  let count = 0;
  for (let from = 0; from < values.length; from += each * run)
    for (let i = from; i < from + run && i < values.length; i++)
      if (visible === null || visible(i)) some[count++] = values[i]!;
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    least = Math.min(least, some[i]!);
    most = Math.max(most, some[i]!);
  }
  const width = (most - least) / steps || 1;
  const stepOf = (value: number) => Math.max(0, Math.floor((value - least) / width));
  const found = new Uint32Array(steps + 1);
  for (let i = 0; i < count; i++) found[stepOf(some[i]!)]!++;
  return {
    reachedBy(wanted) {
      let step = steps;
      for (let sum = found[step]!; step >= 0 && each * sum < wanted; sum += found[step]!) step--;
      return step < 0 ? -Infinity : least + step * width;
    },
    reaching: (value) => each * found.subarray(stepOf(value)).reduce((sum, more) => sum + more, 0),
  };
}
