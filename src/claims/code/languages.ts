import { posix } from 'node:path';

/** What a lexer must know of a language. */
export type Language = {
  lineComments: readonly string[];
  blockComment: readonly [start: string, end: string] | null;
  /** Quotes of strings, the longest first. A string of a single `'` or `"` ends with its line. */
  quotes: readonly string[];
  hasRegexes?: boolean;
  /** A quote may begin a lifetime: `'a`. */
  hasLifetimes?: boolean;
  /** A string that stands alone is a comment. */
  hasDocstrings?: boolean;
  /** Blocks are known by their indentation. */
  isIndented?: boolean;
};

const block = ['/*', '*/'] as const;
const script: Language = {
  lineComments: ['//'],
  blockComment: block,
  quotes: ['`', '"', "'"],
  hasRegexes: true,
};
const c: Language = { lineComments: ['//'], blockComment: block, quotes: ['"""', '"', "'"] };
const go: Language = { ...c, quotes: ['`', '"', "'"] };
const rust: Language = { ...c, quotes: ['"'], hasLifetimes: true };
const hash: Language = { lineComments: ['#'], blockComment: null, quotes: ['"', "'"] };
const python: Language = { ...hash, quotes: ['"""', "'''", '"', "'"], hasDocstrings: true };
const yaml: Language = { ...hash, isIndented: true };
const json: Language = { lineComments: ['//'], blockComment: block, quotes: ['"'] };
const toml: Language = { ...hash, quotes: ['"""', "'''", '"', "'"] };

const byEnding: Record<string, Language> = {
  '.ts': script,
  '.tsx': script,
  '.mts': script,
  '.cts': script,
  '.js': script,
  '.jsx': script,
  '.mjs': script,
  '.cjs': script,
  '.vue': script,
  '.svelte': script,
  '.go': go,
  '.rs': rust,
  '.java': c,
  '.kt': c,
  '.kts': c,
  '.py': python,
  '.pyi': python,
  '.sh': hash,
  '.bash': hash,
  '.zsh': hash,
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
  '.json5': json,
  '.toml': toml,
};

/** The language of a file; null for one that is not read. */
export function languageOf(path: string): Language | null {
  return byEnding[posix.extname(path).toLowerCase()] ?? null;
}

/** Tests, examples, a repository's own tooling, generated and other people's code make nothing true. */
const notProduct =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|testing|testdata|test-d|spec|specs|fixtures?|examples?|samples?|playgrounds?|demos?|e2e|bench\w{0,12}|vendor|third_party|node_modules|dist|out|target|build|coverage|locales?|i18n|translations|scripts|\.[\w.-]{1,60})\//i;
const notProductFile =
  /(?:(?:^|\/)\.[^/]{1,200}|\.(?:test|spec|min|bundle|stories|snap)\.\w{1,5}|[_-]test\.\w{1,5}|\btests?\.\w{1,5}|(?:^|\/)(?:test_[^/]{0,200}|conftest)\.py|Tests?\.(?:java|kt)|(?:^|\/)(?:package-lock|pnpm-lock|composer|tsconfig[\w.-]{0,60}|renovate)\.\w{1,5}|\.lock)$/i;

export function isProduct(path: string): boolean {
  return !notProduct.test(path) && !notProductFile.test(path);
}

/** Files that name other people's packages. */
const manifests =
  /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pnpm-workspace\.yaml|deno\.json|jsr\.json)$/;

export function isManifest(path: string): boolean {
  return manifests.test(path);
}
