import type { PageLine } from '../page-lines.ts';
import type { FoundFact } from './found-fact.ts';

/** `listen(port, host)` where it is defined. */
export function signatureFacts({ terms, group }: PageLine): FoundFact[] {
  return terms.flatMap((term) => {
    const [, name, list] =
      /^(?:[\w$]{1,60}\.){0,4}([A-Za-z_$][\w$]{1,60})\(([\w$\s,=?:[\].*'"-]{1,200})\)$/.exec(term) ?? [];
    const names = list
      ?.replaceAll(/[[\]?*]|\.{3}/g, '')
      .split(',')
      .map((one) => one.trim().split(/[=:\s]/)[0]!);
    if (name === undefined || names === undefined || !names.every((one) => /^[A-Za-z_$][\w$]*$/.test(one)))
      return [];
    return [{ kind: 'signature', text: `${name}(${names.join(', ')})`, name, value: names.join(','), group }];
  });
}
