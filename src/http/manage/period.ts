import { invalidRequest } from '../../protocol/validate.ts';
import type { Store } from '../../store/store.ts';

const dayMs = 86_400_000;
const usualDays = 30;
const maxDays = 366;

/** The requested period of a report, by default the last 30 days. @throws DocentError `invalid_request` */
export async function period(
  store: Store,
  { dateFrom, dateTo }: { dateFrom?: number | undefined; dateTo?: number | undefined },
): Promise<{ from: number; to: number }> {
  const to = dateTo ?? (await store.now()) + 1;
  const from = dateFrom ?? to - usualDays * dayMs;
  if (to <= from || to - from > maxDays * dayMs)
    throw invalidRequest([{ path: 'dateFrom', message: `must be 1 to ${maxDays} days before dateTo` }]);
  return { from, to };
}
