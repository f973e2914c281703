/**
 * `JSON.stringify` that heeds no `toJSON`: Prototype.js before 1.7 gives arrays one that makes a text of them. Values are taken
 * from their holder, because the second argument has passed through it already.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key];
  });
}
