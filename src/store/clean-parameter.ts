/**
 * Text without NUL and lone surrogates. PostgreSQL refuses NUL in text (22021), and neither database can
 * hold half a surrogate pair: without this, the databases would store different texts.
 */
export function cleanParameter(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
