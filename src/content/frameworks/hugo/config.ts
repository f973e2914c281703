import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

type Options = Record<string, unknown>;

/** A content mount: its source and target, which are folders or files, its language, and which of its files it takes. */
export type Mount = {
  source: string;
  target: string;
  language: string | null;
  takes: (file: string) => boolean;
};

const all = (): boolean => true;

export type HugoConfig = {
  root: string;
  options: Options;
  /** The default language, and whether its pages have a language prefix too. */
  language: string;
  inFolder: boolean;
  languages: string[];
  /** Languages that the site has and does not publish. */
  disabled: Set<string>;
  mounts: Mount[];
};

/** Reads the configuration of a Hugo site; null when there is none. https://gohugo.io/configuration/introduction/ */
export async function readHugoConfig(files: string[], readConfig: ReadConfig): Promise<HugoConfig | null> {
  for (const [root, found] of Map.groupBy(files, rootOf)) {
    const own = found.filter((file) => !inFolder.test(file));
    const options = await readFolder(root, found, readConfig);
    // The folder `config/` overrides a file at the root.
    for (const one of own)
      for (const [key, value] of Object.entries(await readOptions(one, readConfig))) options[key] ??= value;
    const isHugo =
      own.length < found.length || own.some((one) => /(?:^|\/)hugo\.\w+$/.test(one)) || 'baseurl' in options;
    if (isHugo && !('base_url' in options)) return describe(root, options);
  }
  return null;
}

const inFolder = /(?:^|\/)config\/_default\//;

function rootOf(file: string): string {
  return inFolder.test(file) ? file.slice(0, file.search(inFolder)) : folderOf(file);
}

async function readOptions(file: string, readConfig: ReadConfig): Promise<Options> {
  return lowerKeys((await readConfig(file))['default']);
}

/**
 * Every file of `config/_default` holds the options of its name, `languages.de.toml` and `params.de.toml` those of a
 * language; `hugo` and `config` hold all others.
 */
async function readFolder(root: string, files: string[], readConfig: ReadConfig): Promise<Options> {
  const folder = joinPath(root, 'config/_default');
  const merged: Options = {};
  for (const file of files.filter((one) => folderOf(one) === folder)) {
    const [name = '', ...rest] = file
      .slice(folder.length + 1)
      .toLowerCase()
      .split('.');
    const options = await readOptions(file, readConfig);
    if (rest.length > 1) {
      if (name === 'languages') merged[name] = { ...asObject(merged[name]), [rest[0]!]: options };
    } else if (name === 'hugo' || name === 'config') Object.assign(merged, options);
    else merged[name] = { ...asObject(merged[name]), ...options };
  }
  return merged;
}

/** Option names are case-insensitive. */
export function lowerKeys(value: unknown): Options {
  return Object.fromEntries(
    Object.entries(asObject(value)).map(([key, inner]) => [key.toLowerCase(), inner]),
  );
}

/** A content folder without further settings. */
export function hugoContent(folder: string): HugoConfig {
  const mounts = [{ source: folder, target: '', language: null, takes: all }];
  return {
    root: '',
    options: {},
    language: 'en',
    inFolder: false,
    languages: [],
    disabled: new Set(),
    mounts,
  };
}

function describe(root: string, options: Options): HugoConfig {
  const contentDir = asText(options['contentdir']) ?? 'content';
  const language = (asText(options['defaultcontentlanguage']) ?? 'en').toLowerCase();
  const known = Object.entries(asObject(options['languages'])).map(([name, one]): [string, Options] => [
    name.toLowerCase(),
    lowerKeys(one),
  ]);
  const disabled = new Set([
    ...asTexts(options['disablelanguages']).map((name) => name.toLowerCase()),
    ...known.flatMap(([name, one]) => (one['disabled'] === true ? [name] : [])),
  ]);
  const languages = known.filter(([name]) => !disabled.has(name));
  const own = languages.flatMap(([name, one]): Mount[] => {
    const folder = asText(one['contentdir']);
    return folder === null
      ? []
      : [{ source: joinPath(root, folder), target: '', language: name, takes: all }];
  });
  return {
    root,
    options,
    language,
    inFolder: options['defaultcontentlanguageinsubdir'] === true,
    languages: languages.map(([name]) => name),
    disabled,
    mounts: [
      ...readMounts(root, options),
      ...own,
      // Where every language has a folder of its own, no other one is mounted.
      ...(languages.length > 0 && own.length === languages.length
        ? []
        : [{ source: joinPath(root, contentDir), target: '', language: null, takes: all }]),
    ],
  };
}

/** Those of the site, then those of modules that are vendored. https://gohugo.io/configuration/module/#mounts */
function readMounts(root: string, options: Options): Mount[] {
  const module = lowerKeys(options['module']);
  const imported = asList(module['imports']).flatMap((one) => {
    const { path, mounts, disable } = lowerKeys(one);
    const folder = asText(path);
    return folder === null || disable === true ? [] : readListed(joinPath(root, '_vendor', folder), mounts);
  });
  return [...readListed(root, module['mounts']), ...imported];
}

function readListed(root: string, mounts: unknown): Mount[] {
  return asList(mounts).flatMap((one): Mount[] => {
    const { source, target, lang, files, includefiles, excludefiles } = lowerKeys(one);
    const [from, to] = [asText(source), asText(target)];
    if (from === null || to === null || !/^content(?:\/|$)/.test(to)) return [];
    return [
      {
        source: joinPath(root, from),
        target: joinPath(to.slice('content'.length)),
        language: asText(lang),
        takes: chooseFiles([...asTexts(files), ...asTexts(includefiles)], asTexts(excludefiles)),
      },
    ];
  });
}

/** `files` of a mount; a pattern that begins with `!` excludes. */
function chooseFiles(listed: string[], excluded: string[]): Mount['takes'] {
  const not = listed.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1).trim()] : []));
  const wanted = listed.filter((glob) => !glob.startsWith('!'));
  const isWanted = wanted.length === 0 ? all : matchGlobs(wanted);
  const isExcluded = matchGlobs([...not, ...excluded]);
  return (file) => file === '' || (isWanted(file) && !isExcluded(file));
}
