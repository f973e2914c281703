import { z } from '@hono/zod-openapi';
import { invalidRequest } from '../protocol/validate.ts';

/** A time in a query: a date (midnight UTC) or a date and time; as milliseconds since 1970. */
const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((text) => Date.parse(text));

/** `dateFrom` is inclusive, `dateTo` exclusive. */
export const rangeFilter = z.object({
  dateFrom: time.optional().openapi({ type: 'string', example: '2026-11-01' }),
  dateTo: time.optional().openapi({ type: 'string', example: '2026-12-01' }),
});

/** The query parameters of a list. */
export const pageFilter = pageFilterOf(50, 100);

export function pageFilterOf(usual: number, max: number) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(max).default(usual),
    cursor: z.string().max(2_000).optional(),
  });
}

/** The position where a list continues, as a text that clients return unchanged. */
export function toCursor(place: object | null): string | null {
  return place && Buffer.from(JSON.stringify(Object.values(place))).toString('base64url');
}

/** The place in a list that is sorted by a time or a count, and then by a name. */
export const byNumber = z.tuple([z.number().int(), z.string()]);

/** @throws DocentError `invalid_request` unless it is the cursor of a list sorted by time */
export function fromCursor(cursor: string | undefined): { at: number; id: string } | undefined {
  const place = readCursor(cursor, byNumber);
  return place && { at: place[0], id: place[1] };
}

/** @throws DocentError `invalid_request` */
export function readCursor<Shape extends z.ZodType>(
  cursor: string | undefined,
  shape: Shape,
): z.output<Shape> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidRequest([{ path: 'cursor', message: 'is not a cursor of this list' }]);
  }
}

/** A time of the store as the API shows it. */
export function iso(time: number): string;
export function iso(time: number | null): string | null;
export function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
