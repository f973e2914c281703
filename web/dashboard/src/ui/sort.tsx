import { ArrowDown } from 'lucide-react';
import { smallBox } from './field.tsx';

/** The column of a table that sorts it by `by`, the highest first. */
export function SortTh<Order extends string>({
  children,
  by,
  current,
  onSort,
}: {
  children: string;
  by: Order;
  current: string;
  onSort(by: Order): void;
}) {
  const isSorted = by === current;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? 'descending' : undefined}
      className="px-2 py-1 text-right font-medium whitespace-nowrap sm:px-3"
    >
      <button
        type="button"
        onClick={() => onSort(by)}
        title={`Sort by: ${children}`}
        className={`inline-flex min-h-8 items-center gap-1 rounded-md px-2 hover:bg-hover hover:text-ink ${isSorted ? 'text-ink' : ''}`}
      >
        {isSorted && <ArrowDown size={12} aria-hidden />}
        {children}
      </button>
    </th>
  );
}

/** Chooses the order of a list that is no table. */
export function SortSelect<Order extends string>({
  value,
  options,
  onSort,
}: {
  value: Order;
  options: readonly { value: Order; label: string }[];
  onSort(by: Order): void;
}) {
  return (
    <select
      aria-label="Order"
      className={smallBox}
      value={value}
      onChange={({ target }) => onSort(target.value as Order)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
