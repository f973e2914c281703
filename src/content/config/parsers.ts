import { entryPoint } from '../../lib/entry-point.ts';
import { loadLater } from '../../lib/load-later.ts';

// Many docs need none of these, and to load them takes as long as to parse fifty pages.

export const scriptParser = loadLater<typeof import('./script-parser.ts')>(
  entryPoint(new URL('./script-parser.ts', import.meta.url)),
);

export const dataParsers = loadLater<typeof import('./data-parsers.ts')>(
  entryPoint(new URL('./data-parsers.ts', import.meta.url)),
);
