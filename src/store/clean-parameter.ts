/**
 * Text without NUL and lone surrogates. PostgreSQL refuses NUL in text (22021), and neither database can
 * hold half a surrogate pair: without this the two would keep different things.
 */
export function cleanParameter(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
