import { parsePage, type PageSource } from './parse-page.ts';

/** Says that it is ready; then one page in, one parsed file out. A process that `parse-pages.ts` starts. */
process.on('message', (source: PageSource) => process.send?.(parsePage(source)));
process.send?.('ready');
