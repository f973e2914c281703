import { withQuery } from '../api/request.ts';
import { buttonLook } from './button.tsx';

/** Downloads a list as a file for spreadsheets, with the current filter. */
export function CsvLink({ path, query = {} }: { path: string; query?: Record<string, string | undefined> }) {
  return (
    <a href={withQuery(path, { ...query, format: 'csv' })} download className={buttonLook('plain')}>
      CSV
    </a>
  );
}
