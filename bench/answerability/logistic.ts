/** One example of a logistic regression. */
export type Example = { x: readonly number[]; y: boolean; weight: number };

const rounds = 3000;
const rate = 0.5;
const shrink = 1e-3;

/** @returns the intercept and a weight for each of `x`, by gradient descent on standardized columns */
export function fitLogistic(examples: readonly Example[]): number[] {
  const all = sum(examples.map(({ weight }) => weight));
  const columns = examples[0]!.x.map((_, i) => {
    const mean = sum(examples.map(({ x }) => x[i]!)) / examples.length;
    const spread = Math.sqrt(sum(examples.map(({ x }) => (x[i]! - mean) ** 2)) / examples.length) || 1;
    return { mean, spread };
  });
  const rows = examples.map(({ x }) => [1, ...columns.map(({ mean, spread }, i) => (x[i]! - mean) / spread)]);
  const weights = rows[0]!.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : shrink * weight));
    for (const [at, row] of rows.entries()) {
      const { y, weight } = examples[at]!;
      const error = ((1 / (1 + Math.exp(-dot(weights, row))) - Number(y)) * weight) / all;
      for (let i = 0; i < row.length; i++) gradient[i]! += error * row[i]!;
    }
    for (let i = 0; i < weights.length; i++) weights[i]! -= rate * gradient[i]!;
  }
  const [intercept, ...slopes] = weights as [number, ...number[]];
  const real = slopes.map((slope, i) => slope / columns[i]!.spread);
  return [intercept - sum(real.map((slope, i) => slope * columns[i]!.mean)), ...real];
}

function dot(a: readonly number[], b: readonly number[]): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!;
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
