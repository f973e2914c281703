/** The ids of the groups of a form that have a field of this name, in order. */
export function idsOf(fields: FormData, name: string): string[] {
  const ending = `.${name}`;
  return [...fields.keys()].filter((key) => key.endsWith(ending)).map((key) => key.slice(0, -ending.length));
}
