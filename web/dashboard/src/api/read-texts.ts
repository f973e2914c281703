/** Search parameters as texts, without empty ones: the router would parse numbers and booleans. */
export function readTexts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given = names.filter((name) => search[name] !== undefined && typeof search[name] !== 'object');
  return Object.fromEntries(given.map((name) => [name, String(search[name])])) as Partial<
    Record<Name, string>
  >;
}
