import { isDeepStrictEqual } from 'node:util';
import { sourceName } from '../accounts/manage-projects.ts';
import { noGuidance } from '../content/guidance.ts';
import type { ListedDocs } from '../content/reading/open-reading.ts';
import type { ListedFile } from '../content/reading/reading-tasks.ts';
import type { DocentError } from '../errors.ts';
import type { Project } from '../store/projects.ts';
import { type ProjectSource, weightOf } from '../store/project-sources.ts';
import type { PlacedDocs } from './placed-docs.ts';
import type { Base } from './read-base.ts';

/**
 * What the index before has of a source that cannot be read now; null when the source was never read.
 * @throws the error, when it has pages of the source that cannot be taken over as they are
 */
export function keptPart(
  base: Base | null,
  { sources }: Project,
  { index, name, error }: { index: number; name: string; error: DocentError },
): PlacedDocs | null {
  const source = sources[index]!;
  const before = base?.deployment.sources ?? [];
  if (base === null || !before.some((one) => isSameSource(one, source))) return null;
  // Names of files and hashes have the source's place, groups and weight in them.
  const isPlacedAlike = before[index] !== undefined && isDeepStrictEqual(placeOf(before[index]), placeOf(source)); // prettier-ignore
  if (base.pages === null || !isPlacedAlike) throw error;
  return indexedPart(base, source, name);
}

/** What an index has of a source that is placed in the project as it was. */
export function indexedPart(base: Base, source: ProjectSource, name: string): PlacedDocs {
  const prefix = source.prefix ?? '';
  const others = base.deployment.sources.map((_, nth) => `${nth + 1}:`).slice(1);
  const isOwn = (file: string) =>
    // Its text is not there to be parsed again, as dates that have passed would have it.
    !base.due.has(file) &&
    (name === '' ? !others.some((other) => file.startsWith(other)) : file.startsWith(name));
  const files = new Map<string, ListedFile>();
  const rest = { hidden: false, characters: 0 };
  for (const { file, hash, path } of base.pages ?? [])
    if (isOwn(file) && !files.has(file))
      files.set(file, { file, hash, path: prefix === '' ? path : path.slice(prefix.length + 1), ...rest });
  for (const [file, hash] of base.empty)
    if (isOwn(file)) files.set(file, { file, hash, path: file.slice(name.length), ...rest });
  const docs = { ...nothing, name: sourceName(source) };
  return { docs, name, prefix, files: [...files.values()], place: (page) => page };
}

/** Nothing of it is parsed or looked at again. */
const nothing: Omit<ListedDocs, 'name'> = {
  framework: 'kept',
  files: [],
  warnings: [],
  guidance: noGuidance,
  async *parse() {},
  examine: async () => ({ unlisted: { link: 0, anchor: 0 }, found: [] }),
  findLines: async () => [],
};

function isSameSource(one: ProjectSource, other: ProjectSource): boolean {
  return one.kind === other.kind && sourceName(one) === sourceName(other);
}

function placeOf(source: ProjectSource) {
  const { kind, prefix, groups } = source;
  return [kind, sourceName(source), prefix, groups, weightOf(source)];
}
