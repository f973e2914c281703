import { asObject, asText } from '../config/values.ts';
import { folderOf, joinPath } from '../frameworks/paths.ts';

/** A value of an API description with the file that it stands in, which its references start from. */
export type Located = { value: unknown; file: string; name: string | null };

/** References that lead to references. */
const maxChain = 20;

/**
 * Follows `$ref` within the files at hand. A reference to another host, to a file that is not there, or in a circle
 * leads to an empty value: nothing is ever fetched.
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
    const key = decode(segment).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:json|ya?ml)$/, '');
}
