import { asObject, asText, asTexts } from '../config/values.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import { findConfigs } from './find-config.ts';
import { folderOf, joinPath } from '../site/paths.ts';

/** Configurations that are read, and how many of them one extends. */
const maxConfigs = 10;
const maxExtended = 5;

/**
 * The `paths` of each `tsconfig.json` and `jsconfig.json`, and of those in the repository that it extends, as aliases among
 * the source roots. https://www.typescriptlang.org/tsconfig/#paths
 */
export async function readPathAliases(files: string[], readConfig: ReadConfig): Promise<string[]> {
  const known = new Set(files);
  const found = findConfigs(files, /(?:^|\/)[jt]sconfig\.json$/).slice(0, maxConfigs);
  const aliases: string[] = [];
  for (const config of found) {
    let file: string | undefined = config;
    for (let left = maxExtended; file !== undefined && left > 0; left -= 1) {
      const { compilerOptions, extends: above } = asObject((await readConfig(file))['default']);
      const { paths, baseUrl } = asObject(compilerOptions);
      const folder = joinPath(folderOf(file), asText(baseUrl) ?? '');
      for (const [alias, targets] of Object.entries(asObject(paths)))
        aliases.push(...asTexts(targets).map((target) => `${alias}=${joinPath(folder, target)}`));
      if (paths !== undefined) break;
      const beside: string = joinPath(
        folderOf(file),
        asTexts(Array.isArray(above) ? above : [above])[0] ?? '',
      );
      file = [beside, `${beside}.json`].find((one) => known.has(one) && one !== file);
    }
  }
  return aliases;
}
