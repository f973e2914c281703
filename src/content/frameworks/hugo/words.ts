import { asObject, asText } from '../../config/values.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import type { HugoTag } from './tags.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { HugoConfig } from './config.ts';
import { joinPath } from '../../site/paths.ts';

type Words = Record<string, string>;

/**
 * The site's translated strings that a page's shortcodes may use: those whose key is in a template, or can be composed
 * from the shortcodes' arguments. https://gohugo.io/configuration/languages/#translation-of-strings
 */
export function wordsReader(
  tree: FileTree,
  config: HugoConfig,
  readConfig: ReadConfig,
): (language: string | null, templates: string, tags: HugoTag[]) => Promise<Words> {
  const known = new Map<string, Promise<Words>>();
  const read = (language: string): Promise<Words> => {
    const words = known.get(language) ?? readWords(tree.files, readConfig, config.root, language);
    known.set(language, words);
    return words;
  };
  return async (language, templates, tags) => {
    if (!/\b(?:T|i18n|lang\.Translate)\b/i.test(templates)) return {};
    const words = { ...(await read(config.language)), ...(language !== null && (await read(language))) };
    const given = [...new Set(tags.flatMap(({ values }) => Object.values(values)))].filter((value) =>
      /^[\w-]{3,40}$/.test(value),
    );
    return Object.fromEntries(
      Object.entries(words).filter(
        ([key]) => templates.includes(key.toLowerCase()) || given.some((value) => key.includes(value)),
      ),
    );
  };
}

async function readWords(
  files: string[],
  readConfig: ReadConfig,
  root: string,
  language: string,
): Promise<Words> {
  const words: Words = {};
  const folder = joinPath(root, 'i18n');
  const data = joinPath(root, 'data/i18n', language);
  for (const file of files) {
    // Hugo reads the folders within it, and the file's name for the language. https://gohugo.io/content-management/multilingual/#translation-of-strings
    const isNamed =
      file.startsWith(`${folder}/`) && file.slice(file.lastIndexOf('/') + 1).startsWith(`${language}.`);
    const isOwn = isNamed || file.startsWith(`${data}/`);
    if (!isOwn || !/\.(?:toml|ya?ml|json)$/.test(file)) continue;
    const { default: listed } = await readConfig(file);
    for (const [key, value] of Object.entries(asObject(listed))) {
      const word = asText(value) ?? asText(asObject(value)['other']);
      if (word !== null) words[key] = word;
    }
  }
  return words;
}
