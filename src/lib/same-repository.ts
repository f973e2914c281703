import { withoutEnd } from './without-end.ts';

/** Whether two URLs (`https://…`, `ssh://…` or `git@host:path`) are of the same repository. */
export const isSameRepository = (one: string, other: string): boolean => plain(one) === plain(other);

function plain(address: string): string {
  const path = address
    .toLowerCase()
    .replace(/^[a-z+]{1,10}:\/\//, '')
    .replace(/^[^/@]{1,100}@/, '')
    .replace(/^([^/:]+):(?!\d)/, '$1/');
  return withoutEnd(path, '/').replace(/\.git$/, '');
}
