import { DocentError } from '../../errors.ts';

/** Maximum brace alternatives in one pattern, and maximum patterns. More would be an attack. */
const maxAlternatives = 200;
const maxPatterns = 2000;

/** Maximum braces in one pattern. */
const maxBraces = 20;

/**
 * Compiles globs with `*`, `?`, `**` and `{a,b}` to a test of paths. A match takes at most path × pattern steps for any
 * pattern, because patterns come from repositories.
 */
export function matchGlobs(globs: string[]): (path: string) => boolean {
  const patterns = globs
    .flatMap(expandBraces)
    .slice(0, maxPatterns)
    .map((glob) => glob.replace(/^\.?\/+/, ''));
  const exact = new Set(patterns.filter((pattern) => !isWild(pattern)));
  const wild = patterns.filter((pattern) => !exact.has(pattern)).map((pattern) => pattern.split('/'));
  const anywhere = wild.filter(([first = '']) => isWild(first));
  // Sites with thousands of redirects have most of them in folders of their own.
  const byFolder = Map.groupBy(
    wild.filter(([first = '']) => !isWild(first)),
    ([first]) => first,
  );
  return (path) => {
    if (exact.has(path)) return true;
    const segments = path.split('/');
    const matches = (pattern: string[]) => matchRun(pattern, segments, '**', matchSegment);
    return anywhere.some(matches) || (byFolder.get(segments[0]) ?? []).some(matches);
  };
}

function expandBraces(glob: string): string[] {
  let open = [glob];
  for (let braces = 0; braces <= maxBraces; braces++) {
    const next = open.flatMap((one) => {
      const braces = /\{([^{}]*)\}/.exec(one);
      if (braces === null) return [one];
      const [whole, inside = ''] = braces;
      return inside.split(',').map((choice) => one.replace(whole, () => choice));
    });
    if (next.length === open.length && next.every((one, index) => one === open[index])) return next;
    if (next.length > maxAlternatives) return [];
    open = next;
  }
  return [];
}

function isWild(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

function matchSegment(pattern: string, segment: string): boolean {
  if (!isWild(pattern)) return pattern === segment;
  return matchRun([...pattern], [...segment], '*', (one, letter) => one === '?' || one === letter);
}

/** Wildcard matching that backtracks only to the last wildcard, so it takes at most pattern × text steps. */
function matchRun<T>(pattern: T[], text: T[], wildcard: T, same: (pattern: T, text: T) => boolean): boolean {
  let [at, from, retryAt, retryFrom] = [0, 0, -1, 0];
  let steps = pattern.length + text.length;
  while (from < text.length) {
    steps += 1;
    const [expected, found] = [pattern[at], text[from]];
    if (at < pattern.length && expected === wildcard) {
      [retryAt, retryFrom] = [at, from];
      at += 1;
    } else if (
      at < pattern.length &&
      expected !== undefined &&
      found !== undefined &&
      same(expected, found)
    ) {
      at += 1;
      from += 1;
    } else if (retryAt >= 0) {
      retryFrom += 1;
      [at, from] = [retryAt + 1, retryFrom];
    } else {
      takeSteps(steps);
      return false;
    }
  }
  takeSteps(steps);
  while (at < pattern.length && pattern[at] === wildcard) at += 1;
  return at === pattern.length;
}

/** Steps between two turns of the event loop: some seconds, in which a server would answer nobody. */
export const maxSteps = 400_000_000;

let taken = 0;

/**
 * Counts steps: the checks of a job match a repository's rules with its files in the server.
 * @throws DocentError `invalid_request` when there are too many without a pause
 */
export function takeSteps(steps: number): void {
  if (taken === 0) setImmediate(() => (taken = 0));
  taken += steps;
  if (taken <= maxSteps) return;
  taken = 0;
  throw new DocentError(
    'invalid_request',
    'There are too many patterns in these docs, or too long ones, to match with so many files.',
  );
}

/** The lines of a file such as `.gitignore` as globs, but those that take something back. */
export function ignoreGlobs(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const glob = line.trim();
    if (/^(?:$|[#!])/.test(glob)) return [];
    const anywhere = glob.startsWith('/') ? glob : `**/${glob}`;
    return glob.endsWith('/') ? [`${anywhere}**`] : [anywhere, `${anywhere}/**`];
  });
}
