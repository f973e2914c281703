import { Ellipsis } from 'lucide-react';
import { withQuery } from '../api/request.ts';
import { buttonLook } from './button.tsx';

type Download = { path: string; query?: Record<string, string | undefined>; label?: string };

/** A menu with lists to download as files for spreadsheets, with the current filter. */
export function CsvMenu({ lists }: { lists: Download[] }) {
  return (
    <details className="relative">
      <summary aria-label="More" title="More" className={`${buttonLook('plain')} cursor-pointer list-none`}>
        <Ellipsis size={16} aria-hidden />
      </summary>
      <ul className="absolute right-0 z-10 mt-1 grid min-w-48 gap-px rounded-lg border border-line bg-panel p-1 shadow-pop">
        {lists.map(({ path, query = {}, label = 'Download as CSV' }) => (
          <li key={path}>
            <a
              href={withQuery(path, { ...query, format: 'csv' })}
              download
              className="block rounded-md px-2.5 py-2 text-sm whitespace-nowrap hover:bg-hover"
              onClick={({ currentTarget }) => currentTarget.closest('details')!.removeAttribute('open')}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
