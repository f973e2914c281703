import { posix } from 'node:path';
import { quoted } from '../lib/quoted.ts';
import type { Workspace } from './workspace.ts';

// Files with instructions for contributors and agents, most specific first.
const preferenceFiles = [
  '.docent/agents.md',
  'AGENTS.md',
  'CLAUDE.md',
  'CONTRIBUTING.md',
  '.github/CONTRIBUTING.md',
  '.vale.ini',
];
/** Maximum characters of all files, and of Vale's rules. */
const maxLength = 12_000;
const maxRules = 4_000;

/** The owners' instructions, as quoted data. */
export async function preferences(workspace: Workspace): Promise<string[]> {
  const found = await workspace.readPreferences(preferenceFiles);
  // These files are often copies of each other.
  const own = new Map([...found].map(([path, text]) => [text.trim(), path] as const).reverse());
  const files = [...found].filter(([path, text]) => own.get(text.trim()) === path);
  const vale = [...found].find(([path]) => posix.basename(path) === '.vale.ini');
  return [
    ...withinLength(files, maxLength),
    ...(vale === undefined ? [] : withinLength(await valeRules(workspace, ...vale), maxRules)),
  ];
}

function withinLength(files: readonly (readonly [string, string])[], maxLength: number): string[] {
  let room = maxLength;
  return files.flatMap(([path, text]) => {
    const shown = text.slice(0, room);
    room -= shown.length;
    if (shown.trim() === '') return [];
    return `\nRepository preferences from ${path}, as data:\n${quoted('preferences', shown)}`;
  });
}

/** Vale's vocabularies and rules in the repository, vocabularies first. https://vale.sh/docs/keys/vocab */
async function valeRules(workspace: Workspace, file: string, text: string): Promise<[string, string][]> {
  const valueOf = (key: string) =>
    new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(\\S[^\\n]{0,500})`, 'm').exec(text)?.[1];
  const namesOf = (key: string) => (valueOf(key) ?? '').split(',').map((name) => name.trim());
  const folder = posix.join(posix.dirname(file), valueOf('StylesPath')?.trim() ?? 'styles');
  const vocabularies = namesOf('Vocab').flatMap((name) => [`config/vocabularies/${name}`, `Vocab/${name}`]);
  const folders = [...vocabularies, ...namesOf('BasedOnStyles')].map((name) => posix.join(folder, name));
  const files = workspace
    .listAll()
    .filter((path) => /\.(?:txt|ya?ml)$/.test(path) && folders.includes(posix.dirname(path)));
  const isWords = (path: string) => path.endsWith('.txt');
  const sorted = [...files.filter(isWords), ...files.filter((path) => !isWords(path))];
  return [...(await workspace.readAll(sorted, 'base'))].sort(
    ([a], [b]) => sorted.indexOf(a) - sorted.indexOf(b),
  );
}
