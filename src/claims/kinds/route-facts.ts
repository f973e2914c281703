import { routeOf } from '../code/route-of.ts';
import { type PageLine } from '../page-lines.ts';
import type { FoundFact } from './found-fact.ts';

/** `GET /v1/pages/{id}` in a heading, a table or in backticks, as those of an API description are written. */
export function routeFacts({ kind, text, group, terms, cells }: PageLine): FoundFact[] {
  const found = text.matchAll(
    /(?<![\w/])(GET|POST|PUT|PATCH|DELETE)`?(?: \|)?(?: |\s\|\s)`?(\/[\w\-./:{}<>[\]*$~]{1,200})/g,
  );
  return Array.from(found, ([, method, path]) => ({ method: method!, path: path!.replace(/[.:]$/, '') }))
    .filter(({ path }) => routeOf(path) !== null)
    .slice(0, 10)
    .map(({ method, path }) => ({
      kind: 'route',
      text: `${method} ${path}`,
      name: path,
      value: null,
      group:
        kind === 'heading' || kind === 'row' || terms.length > 0 || cells.length > 0
          ? group.replace(/#.*/, '')
          : null,
    }));
}
