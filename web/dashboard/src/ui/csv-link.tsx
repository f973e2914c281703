import { withQuery } from '../api/request.ts';
import { buttonLook } from './button.tsx';

/** Downloads a list as a file for spreadsheets, with the current filter. */
export function CsvLink({
  path,
  query = {},
  label = 'CSV',
}: {
  path: string;
  query?: Record<string, string | undefined>;
  label?: string;
}) {
  return (
    <a href={withQuery(path, { ...query, format: 'csv' })} download className={buttonLook('plain')}>
      {label}
    </a>
  );
}
