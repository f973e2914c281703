import { decodedPath } from '../../lib/decoded-path.ts';
import { asObject, asText } from '../config/values.ts';
import { folderOf, joinPath } from '../site/paths.ts';

/** A value of an API description with its file, to which its references are relative. */
export type Located = { value: unknown; file: string; name: string | null };

/** Maximum chain of references. */
const maxChain = 20;

/**
 * Resolves `$ref` within the given files; nothing is fetched. References to another host or a missing file and circular
 * references resolve to an empty value.
 */
export function resolveReference(files: Map<string, unknown>, start: unknown, startFile: string): Located {
  let found: Located = { value: start, file: startFile, name: null };
  for (let step = 0; step < maxChain; step += 1) {
    const reference = asText(asObject(found.value)['$ref']);
    if (reference === null) return found;
    const [target = '', pointer = ''] = reference.split('#');
    if (target.includes('://')) return { value: {}, file: found.file, name: lastSegment(reference) };
    const file = target === '' ? found.file : joinPath(folderOf(found.file), target);
    found = {
      value: atPointer(files.get(file), pointer),
      file,
      name: lastSegment(pointer === '' ? target : pointer),
    };
  }
  return { value: {}, file: found.file, name: found.name };
}

/** https://www.rfc-editor.org/rfc/rfc6901 */
function atPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of pointer.split('/').slice(1)) {
    const key = decodedPath(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:json|ya?ml)$/, '');
}
