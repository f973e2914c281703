import { folderOf, joinPath } from '../../site/paths.ts';

/** One version of one component, which an `antora.yml` describes. */
export type Component = {
  root: string;
  name: string;
  version: string;
  /** The version's segment in URLs. */
  segment: string;
  /** Its name is in no URL. */
  isRoot: boolean;
};

/** A file of a component; its path is relative to the folder of its family. */
export type Resource = { component: Component; module: string; path: string; family?: string };

/** The URL path of a module. https://docs.antora.org/antora/latest/how-antora-builds-urls/ */
export function componentPath({ name, isRoot, segment }: Component, module: string): string {
  return joinPath(isRoot ? '' : name, segment, module === 'ROOT' ? '' : module);
}

/**
 * Resolves `version@component:module:family$path` relative to the file that holds it; null when the component is not
 * in this source. https://docs.antora.org/antora/latest/page/resource-id/
 */
export function resourceOf(
  id: string,
  from: Resource,
  components: Component[],
  family: string,
): Resource | null {
  const match = /^(?:([^@:$]*)@)?(?:([^:$]*):)?(?:([^:$]*):)?(?:([a-z]+)\$)?([^:$]*)$/.exec(id);
  if (match === null) return null;
  const [, version, first, second, kind, written = ''] = match;
  const name = second === undefined ? from.component.name : first || from.component.name;
  const module =
    (second ?? first) || (name === from.component.name && first === undefined ? from.module : 'ROOT');
  const candidates = components.filter((one) => one.name === name);
  const component =
    candidates.find((one) => one.version === (version === '_' ? '' : (version ?? from.component.version))) ??
    candidates[0];
  if (component === undefined) return null;
  const isRelative = written.startsWith('./') || written.startsWith('../');
  const path = isRelative ? joinPath(folderOf(from.path), written) : joinPath(written);
  return { component, module, path, family: kind ?? family };
}

const placeIn = /(?:^|\/)modules\/([^/]+)\/(pages|partials|examples|attachments|images)\/(.+)$/;

/**
 * The resource id by which a file of a module names a file, without `module:` in the same one; null for files of no module.
 * @param isIncluded whether the id needs its family
 */
export function resourceLike(file: string, target: string, isIncluded: boolean): string | null {
  const own = /(?:^|\/)modules\/([^/]+)\//.exec(file)?.[1];
  const [, module, folder, path] = placeIn.exec(target) ?? [];
  if (own === undefined || module === undefined) return null;
  return `${module === own ? '' : `${module}:`}${isIncluded ? `${folder!.slice(0, -1)}$` : ''}${path}`;
}
