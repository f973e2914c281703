/** A longer copy. */
export function withRoom(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(numbers);
  return longer;
}
