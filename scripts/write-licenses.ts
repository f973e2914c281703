import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Description = {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  repository?: string | { url: string };
};

/**
 * Writes the licences of the packages of bundled modules, which most licences ask for.
 * @param modules paths of modules; those outside of packages are ours
 */
export function writeLicenses(modules: readonly string[], to: string): void {
  const folders = new Set(modules.filter((path) => /[\\/]node_modules[\\/]/.test(path)).map(packageFolder));
  const texts = [...folders].sort().map(licenseOf);
  writeFileSync(to, `These packages are part of Docent's files here.\n\n${texts.join('\n\n')}\n`);
}

function licenseOf(folder: string): string {
  const { name, version, license, author, repository } = describe(join(folder, 'package.json'));
  const files = globSync('{LICEN[CS]E,licen[cs]e,NOTICE}*', { cwd: folder }).sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (files.length === 0) texts.push(...fromReadme(folder));
  const by = typeof author === 'object' ? author.name : author;
  const where = typeof repository === 'object' ? repository.url : repository;
  const about = [by ?? `${name} authors`, where].filter((text) => text !== undefined).join(', ');
  return [`==== ${name} ${version} (${license ?? 'see below'})\n${about}`, ...texts].join('\n\n');
}

/** Some packages have their licence in the last part of their README only. */
function fromReadme(folder: string): string[] {
  const readme = globSync('[Rr][Ee][Aa][Dd][Mm][Ee]*', { cwd: folder })[0];
  const text = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  const start = text.search(/^(?:#+ *)?licen[cs]e\s*$/im);
  return start < 0 ? [] : [text.slice(start).trim()];
}

/** Some packages have a second, nameless description for a folder of theirs. */
function packageFolder(module: string): string {
  let description = findPackageJSON(pathToFileURL(module))!;
  while (describe(description).version === undefined)
    description = findPackageJSON(pathToFileURL(dirname(description)))!;
  return dirname(description);
}

function describe(path: string): Description {
  return JSON.parse(readFileSync(path, 'utf8')) as Description;
}
