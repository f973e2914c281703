/** What is shorter would be cut out of words that are no secret. */
const leastLength = 6;

/**
 * The secrets among settings, whatever they look like: keys, tokens, and the passwords in addresses. For logs, which must
 * not show them.
 * @param given settings by their names, as the environment has them
 */
export function secretValues(given: Record<string, string | undefined>): string[] {
  const found = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name.endsWith('_CREDENTIALS')) return credentialsOf(value);
    return /_(KEY|TOKEN|SECRET|KEY_ID)$/.test(name) || name === 'AWS_SECRET_ACCESS_KEY'
      ? [value.trim()]
      : passwordOf(value);
  });
  return [...new Set(found)].filter(({ length }) => length >= leastLength);
}

/** JSON of tokens, or `user:password`, by addresses. */
function credentialsOf(json: string): string[] {
  try {
    const values = Object.values(JSON.parse(json) as object).map(String);
    return values.flatMap((value) => [value, value.slice(value.indexOf(':') + 1)]);
  } catch {
    return [json];
  }
}

function passwordOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
