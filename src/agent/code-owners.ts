import { matchGlobs } from '../content/site/glob.ts';
import type { Workspace } from './workspace.ts';

const places = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const maxOwners = 10;

/** The people and teams that own changed files, without owners given by mail address. */
export async function ownersOfChange(workspace: Workspace): Promise<string[]> {
  const texts = await workspace.readAll(places, 'base');
  const text = places.map((place) => texts.get(place)).find((found) => found !== undefined) ?? '';
  const rules = readCodeOwners(text);
  const owners = Object.keys(workspace.overlay()).flatMap((file) => ownersOf(rules, file));
  return [...new Set(owners)].slice(0, maxOwners);
}

type Rule = { fits(file: string): boolean; owners: string[] };

/**
 * The rules of each section, in order. GitHub has no sections: its whole file is one.
 * https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 * and https://docs.gitlab.com/user/project/codeowners/reference/
 */
export function readCodeOwners(codeOwners: string): Rule[][] {
  const sections: Rule[][] = [[]];
  let byDefault: string[] = [];
  for (const line of codeOwners.split('\n')) {
    const words = line.replace(/(?:^|\s)#.*$/, '').trim();
    const section = /^\^?\[[^\]]{1,200}\](?:\[\d{1,3}\])?(.*)$/.exec(words);
    if (section !== null) {
      sections.push([]);
      byDefault = peopleIn(section[1]!);
    } else if (words !== '') {
      const [pattern = '', ...rest] = words.split(/\s+/);
      const owners = rest.length > 0 ? peopleIn(rest.join(' ')) : byDefault;
      sections.at(-1)!.push({ fits: matchOwned(pattern), owners });
    }
  }
  return sections;
}

/** The owners of a file: in each section, those of the last rule that matches. */
export function ownersOf(sections: readonly Rule[][], file: string): string[] {
  return [...new Set(sections.flatMap((rules) => rules.findLast(({ fits }) => fits(file))?.owners ?? []))];
}

const peopleIn = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => /^@[\w.-]+(?:\/[\w./-]+)?$/.test(word))
    .map((word) => word.slice(1));

/** As in .gitignore: a pattern without a slash matches in any folder, and a folder matches everything in it. */
function matchOwned(pattern: string): Rule['fits'] {
  const isAnchored = /^\/|\/./.test(pattern);
  const path = pattern.replace(/^\//, '').replace(/\/$/, '');
  const at = isAnchored ? path : `**/${path}`;
  // `docs/*` matches files of `docs`, not of its subfolders.
  return matchGlobs(path.endsWith('/*') ? [at] : [at, `${at}/**`]);
}
