/** A vector as 8-bit integers: its components divided by `scale`. */
export type SmallVector = { scale: number; values: Int8Array };

/** Scales a vector to length 1, unless it must keep its own, and rounds it; a zero vector stays zero. */
export function quantize(vector: ArrayLike<number>, keepsLength = false): SmallVector {
  let [square, most] = [0, 0];
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    square += value * value;
    most = Math.max(most, Math.abs(value));
  }
  const values = new Int8Array(vector.length);
  if (!(square > 0) || !Number.isFinite(square)) return { scale: 0, values };
  for (let i = 0; i < vector.length; i++) values[i] = Math.round((vector[i]! / most) * 127);
  return { scale: most / 127 / (keepsLength ? 1 : Math.sqrt(square)), values };
}
