import {
  type DefaultError,
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { List } from '../../../../src/protocol/manage/list-schema.ts';
import { formatNumber } from '../api/format.ts';
import { Button } from './button.tsx';
import { changeOf } from './change-of.ts';
import { Card } from './card.tsx';
import { Bone, ErrorState, ErrorText } from './states.tsx';

/** A list, optionally with its total count, and that of the period before. */
type CountedList<Item> = List<Item> & { total?: number | null; totalBefore?: number | null };

type ListQuery<Answer> = UseInfiniteQueryOptions<
  Answer,
  DefaultError,
  InfiniteData<Answer>,
  // oxlint-disable-next-line typescript/no-explicit-any -- query keys differ from list to list
  any,
  string | undefined
>;

/** A list with paging, in each of its states. `row` renders an item, `empty` replaces an empty list. */
export function PagedList<Answer extends CountedList<unknown>>({
  query,
  row,
  empty,
  title,
  action,
  head,
  unit,
}: {
  query: ListQuery<Answer>;
  row(item: Answer['items'][number]): ReactNode;
  empty: ReactNode;
  title?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  /** The header row of a table. Without it, the items are stacked. */
  head?: ReactNode;
  /** The item's name in singular and plural, where the server returns a total count. */
  unit?: readonly [string, string];
}) {
  const list = useInfiniteQuery(query);
  if (list.isPending) return <ListSkeleton />;
  if (list.data === undefined) {
    return (
      <Card padded={false}>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Card>
    );
  }
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Card padded={false}>{empty}</Card>;
  const { total, totalBefore } = list.data.pages[0]!;
  return (
    <>
      {unit !== undefined && typeof total === 'number' && (
        <p className="-mb-2 text-sm text-soft">
          {formatNumber(total)} {unit[total === 1 ? 0 : 1]}
          {typeof totalBefore === 'number' &&
            `, ${formatNumber(totalBefore)} in the period before (${changeOf(total, totalBefore)})`}
        </p>
      )}
      <Card padded={false} title={title} action={action}>
        {head === undefined ? (
          <ul className="divide-y divide-line">{items.map(row)}</ul>
        ) : (
          <Table head={head}>{items.map(row)}</Table>
        )}
      </Card>
      <ErrorText error={list.error} />
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </>
  );
}

/** Scrolls sideways on a narrow screen, also by keyboard. */
export function Table({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <div className="scrolls-sideways relative overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
      <table className="w-full border-collapse text-left text-sm">
        <thead className="border-b border-line text-xs text-faint">
          <tr>{head}</tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

const heldOnPhones =
  'max-sm:sticky max-sm:right-0 max-sm:border-l max-sm:border-line max-sm:bg-panel max-sm:px-2';

type CellProps = {
  children: ReactNode;
  end?: boolean;
  /** Stays visible on a phone while the rest scrolls under it: a row's buttons. */
  held?: boolean;
};

export const Th = ({ children, end = false, held = false }: CellProps) => (
  <th
    scope="col"
    className={`px-4 py-2.5 font-medium whitespace-nowrap sm:px-5 ${end ? 'text-right' : ''} ${held ? heldOnPhones : ''}`}
  >
    {children}
  </th>
);

export const Td = ({ children, end = false, held = false }: CellProps) => (
  <td
    className={`px-4 py-3 align-middle sm:px-5 ${end ? 'text-right tabular-nums' : ''} ${held ? heldOnPhones : ''}`}
  >
    {children}
  </td>
);

function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-2">
      <span className="sr-only" role="status">
        Loading
      </span>
      {['a', 'b', 'c', 'd', 'e'].map((name) => (
        <Bone key={name} className="h-14" />
      ))}
    </div>
  );
}
