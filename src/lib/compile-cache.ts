import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Where this process keeps compiled code, as the environment of another one, which then starts in half the time. */
export function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
