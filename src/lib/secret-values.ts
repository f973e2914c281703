/** Shorter values would also match ordinary words. */
const minLength = 6;

/**
 * The secrets among settings, for redaction in logs: keys, tokens, and the passwords in URLs.
 * @param given settings by name, as in the environment
 */
export function secretValues(given: Record<string, string | undefined>): string[] {
  const found = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name.endsWith('_CREDENTIALS')) return credentialsOf(value);
    return /_(KEY|TOKEN|SECRET|KEY_ID)$/.test(name) || name === 'AWS_SECRET_ACCESS_KEY'
      ? [value.trim()]
      : passwordOf(value);
  });
  return [...new Set(found)].filter(({ length }) => length >= minLength);
}

/** Tokens or `user:password` by URL, as JSON. */
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
