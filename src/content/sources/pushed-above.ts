import { isInnerPath } from '../../lib/inner-path.ts';
import { type ConfigNames, maxAbove } from './above.ts';

/** The folder, in a push, of configuration from the folders above. Folders of docs have none of this name. */
const reserved = '.docent-above';

/** A configuration file above the docs, and where these are: both relative to one folder above. */
type PlacedAbove = { folder: string; file: string };

/** The path in a push of a configuration file above the docs. */
export function pathOfAbove({ folder, file }: PlacedAbove): string {
  return `${reserved}/${encodeURIComponent(folder)}/${file}`;
}

/**
 * Separates a push into the docs and the configuration from above them, with its paths in the push by file. Whoever
 * pushes may write anything there: what is no known configuration is left out.
 */
export function splitPushed(
  paths: string[],
  names: ConfigNames,
): {
  files: string[];
  above: { folder: string; paths: Map<string, string> } | null;
} {
  const isAbove = (path: string): boolean => path.startsWith(`${reserved}/`);
  const placed = paths.filter(isAbove).flatMap((path) => readPath(path, names) ?? []);
  const folder = placed[0]?.folder;
  const own = placed.filter((one) => one.folder === folder);
  const above =
    folder === undefined
      ? null
      : { folder, paths: new Map(own.map(({ file }) => [file, pathOfAbove({ folder, file })])) };
  return { files: paths.filter((path) => !isAbove(path)), above };
}

function readPath(path: string, names: ConfigNames): PlacedAbove | null {
  const [, written = '', file = ''] = /^[^/]+\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const folder = decode(written);
  if (folder === null || !isInnerPath(folder) || folder.split('/').length > maxAbove) return null;
  if (file.startsWith(`${folder}/`) || pathOfAbove({ folder, file }) !== path) return null;
  const parts = file.split('/');
  return parts.some((_, at) => at <= maxAbove && names.has(parts.slice(at).join('/')))
    ? { folder, file }
    : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
