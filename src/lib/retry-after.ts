/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string | number | undefined>>;

/**
 * The milliseconds that a server asks us to wait; undefined when it does not say.
 * `Retry-After`: https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 ; rate limit fields count when nothing remains
 * of a limit: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api ,
 * https://docs.gitlab.com/administration/settings/user_and_ip_rate_limits/ , https://platform.openai.com/docs/guides/rate-limits
 */
export function retryAfter(headers: HeaderFields, now = Date.now()): number | undefined {
  const inMs = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(inMs)) return Math.max(0, inMs);
  return readTime(headers['retry-after'], now) ?? readTime(resetOfUsedUp(headers), now);
}

/** Whether an error response means a rate limit, whatever its words are. */
export function isRateLimited(headers: HeaderFields): boolean {
  return headers['retry-after'] !== undefined || usedUp(headers) !== undefined;
}

const remaining = /^(?:x-)?ratelimit-remaining(-\w+)?$/;

/** The field that says that nothing remains of a limit. */
function usedUp(headers: HeaderFields): string | undefined {
  return Object.keys(headers).find((name) => remaining.test(name) && String(headers[name]).trim() === '0');
}

function resetOfUsedUp(headers: HeaderFields): string | number | undefined {
  const name = usedUp(headers);
  return name === undefined ? undefined : headers[name.replace('remaining', 'reset')];
}

/** Seconds from now, seconds since 1970, a date, or `6m0s`. */
function readTime(value: string | number | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds > 1e9 ? seconds * 1000 - now : seconds * 1000);
  const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...String(value).matchAll(/(\d{1,10}(?:\.\d{1,10})?)(ms|s|m|h)/g)];
  if (parts.length > 0 && parts.map(([part]) => part).join('') === value)
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit as 'ms'], 0);
  const date = Date.parse(String(value));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
