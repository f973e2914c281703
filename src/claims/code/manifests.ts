/** What a manifest says of a package: its name, and the smallest version of the language that it runs on. */
export type Manifest = {
  path: string;
  /** The line of `needs`, else 1. */
  line: number;
  language: 'node' | 'python' | 'go' | 'rust';
  name: string | null;
  needs: string | null;
};

type Pattern = { language: Manifest['language']; name: RegExp; needs: RegExp };

const patterns: Record<string, Pattern> = {
  'package.json': {
    language: 'node',
    name: /^(?:\t| {1,4})"name"\s{0,9}:\s{0,9}"([^"\n]{1,200})"/m,
    needs: /"engines"\s{0,9}:\s{0,9}\{[^}]{0,500}?"node"\s{0,9}:\s{0,9}"([^"\n]{1,200})"/,
  },
  'pyproject.toml': {
    language: 'python',
    name: /^name\s{0,9}=\s{0,9}["']([^"'\n]{1,200})["']/m,
    needs: /^requires-python\s{0,9}=\s{0,9}["']([^"'\n]{1,200})["']/m,
  },
  'go.mod': { language: 'go', name: /^module (\S{1,200})/m, needs: /^go (\S{1,40})/m },
  'Cargo.toml': {
    language: 'rust',
    name: /^name\s{0,9}=\s{0,9}"([^"\n]{1,200})"/m,
    needs: /^rust-version\s{0,9}=\s{0,9}"([^"\n]{1,40})"/m,
  },
};

export function readManifest(path: string, text: string): Manifest[] {
  const pattern = patterns[path.slice(path.lastIndexOf('/') + 1)];
  if (pattern === undefined) return [];
  const needs = pattern.needs.exec(text);
  const line = needs === null ? 1 : text.slice(0, needs.index + needs[0].length).split('\n').length;
  const name = pattern.name.exec(text)?.[1] ?? null;
  return [{ path, line, language: pattern.language, name, needs: needs?.[1] ?? null }];
}
