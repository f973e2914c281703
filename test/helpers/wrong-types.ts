/** Values that a hostile client puts where something else is expected. */
export const wrongValues: unknown[] = [
  undefined,
  null,
  true,
  -1.5,
  1e308,
  '',
  'x',
  '\0\ud800',
  [],
  [[]],
  [null],
  {},
  { type: 'text' },
  { toString: 1, toJSON: 1, length: 1e9 },
];

/** Copies of `body`, each with one wrong value in one place, until every place had every value. */
export function* withWrongValues(body: unknown): Generator<unknown> {
  for (const path of pathsOf(body)) {
    for (const value of wrongValues) yield replaced(body, path, value);
  }
}

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

function replaced(body: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.with(Number(key), replaced(body[Number(key)], rest, value));
  const parent = body as Record<string, unknown>;
  return { ...parent, [key]: replaced(parent[key], rest, value) };
}
