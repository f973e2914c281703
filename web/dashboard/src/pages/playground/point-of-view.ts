/** The reader that the playground simulates: page, language, version and groups (`a, b`). */
export type PointOfView = {
  page?: string | undefined;
  language?: string | undefined;
  version?: string | undefined;
  groups?: string | undefined;
};

/** The playground's state in the address. `with`: the other answerer, `model:NAME` or `preview:DOMAIN`; `question`:
 * filled in, not asked. */
export type PlaygroundSearch = PointOfView & {
  thread?: string | undefined;
  with?: string | undefined;
  question?: string | undefined;
};

const names = ['page', 'language', 'version', 'groups', 'thread', 'with', 'question'] as const;
const maxLength = 200;

export function readPlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      const isGiven = typeof value === 'string' || typeof value === 'number';
      return isGiven && value !== '' ? [[name, String(value).slice(0, maxLength)]] : [];
    }),
  );
}
