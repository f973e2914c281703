import type { PageLine } from '../page-lines.ts';
import type { FoundFact } from './found-fact.ts';

/** Paths of files: whether they are the repository's, its files say. */
export function pathFacts({ kind, spans, text }: PageLine): FoundFact[] {
  if (kind === 'code') return [];
  const written = spans.filter((span) =>
    /^(?:\.?\/)?(?:[\w@.-]{1,80}\/){1,12}[\w@-][\w.-]{0,80}\.[a-z]\w{0,9}$/i.test(span),
  );
  const linked = Array.from(
    text.matchAll(/(?<=\/(?:blob|tree)\/(?:main|master|HEAD|develop|trunk)\/)([\w@./-]{3,200})/g),
    ([, path]) => path!,
  );
  return [...written, ...linked].map((path) => {
    const name = path.replace(/^\.?\/{1,2}/, '').replace(/(?<!\/)\/{1,5}$/, '');
    return { kind: 'path', text: name, name, value: null, group: null };
  });
}
