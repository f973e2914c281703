import { matchGlobs } from '../content/frameworks/glob.ts';
import type { Workspace } from './workspace.ts';

const places = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const maxOwners = 10;

/** The people and teams that own changed files, without those that are known by mail only. */
export async function ownersOfChange(workspace: Workspace): Promise<string[]> {
  const texts = await workspace.readAll(places, 'base');
  const text = places.map((place) => texts.get(place)).find((found) => found !== undefined) ?? '';
  const owners = Object.keys(workspace.overlay()).flatMap((file) => ownersOf(text, file));
  return [...new Set(owners)].slice(0, maxOwners);
}

/**
 * The owners of a file: of each section, the last rule that fits. GitHub has no sections, so its file is one.
 * https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 * and https://docs.gitlab.com/user/project/codeowners/reference/
 */
export function ownersOf(codeOwners: string, file: string): string[] {
  const bySection: string[][] = [];
  let byDefault: string[] = [];
  let own: string[] = [];
  for (const line of codeOwners.split('\n')) {
    const words = line.replace(/(?:^|\s)#.*$/, '').trim();
    const section = /^\^?\[[^\]]{1,200}\](?:\[\d{1,3}\])?(.*)$/.exec(words);
    if (section !== null) {
      bySection.push(own);
      own = [];
      byDefault = peopleIn(section[1]!);
    } else if (words !== '') {
      const [pattern = '', ...rest] = words.split(/\s+/);
      if (fits(pattern, file)) own = rest.length > 0 ? peopleIn(rest.join(' ')) : byDefault;
    }
  }
  return [...new Set([...bySection, own].flat())];
}

const peopleIn = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => /^@[\w.-]+(?:\/[\w./-]+)?$/.test(word))
    .map((word) => word.slice(1));

/** As .gitignore has it: without a slash in it a pattern fits anywhere, and a folder stands for all that is in it. */
function fits(pattern: string, file: string): boolean {
  const isAnchored = /^\/|\/./.test(pattern);
  const path = pattern.replace(/^\//, '').replace(/\/$/, '');
  const at = isAnchored ? path : `**/${path}`;
  // `docs/*` means the files in it and no folders.
  return matchGlobs(path.endsWith('/*') ? [at] : [at, `${at}/**`])(file);
}
