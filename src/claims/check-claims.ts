import { type Claim, type Fact, unknown, type Verdict } from './claim.ts';
import type { Mention } from './code/mentions.ts';
import { type Code, type CodeTree, readCode, readSpokenNames } from './code/read-code.ts';
import { routeOf } from './code/route-of.ts';
import { judge, judgeChange } from './judge/judge.ts';
import { judgeGroups } from './judge/judge-groups.ts';
import { namesOfValue } from './judge/judge-value.ts';
import { leafOf, spellingsOf } from './names.ts';

/** What the code says of each fact. */
export async function checkClaims(facts: readonly Fact[], tree: CodeTree): Promise<Claim[]> {
  const code = await readCode(tree, namesOf(facts));
  const judged = facts.map((fact) => ({ fact, verdict: { ...judge(fact, code) } }));
  judgeGroups(judged, code);
  return judged.map(({ fact, verdict }) => claimOf(fact, verdict));
}

/** Two states of a repository, and the files in which they differ. */
type CodeChange = { before: CodeTree; now: CodeTree; changed: ReadonlySet<string> };

/** A claim whose evidence a change touched; `breaks` when the change made it untrue. */
export type TouchedClaim = Claim & { breaks: boolean };

/** The claims whose evidence a change touched. Files that stayed are read only for what is open then. */
export async function checkTouched(facts: readonly Fact[], change: CodeChange): Promise<TouchedClaim[]> {
  const { before, now, changed } = change;
  const wanted = namesOf(facts);
  const isChanged = (path: string) => changed.has(path);
  const had = await readCode(before, wanted, isChanged);
  const have = await readCode(now, wanted, isChanged);
  const touched = facts.filter((fact) => sourcesOf(fact, had) !== sourcesOf(fact, have));
  if (touched.length === 0) return [];
  // What changed files yet say needs no others.
  const open = touched.filter((fact) => judge(fact, have).status !== 'holds');
  const same = await readCode(now, namesOf(open), (path) => !changed.has(path) && open.length > 0);
  const [earlier, later] = [merged(had, same), merged(have, same)];
  const broken = new Map(touched.map((fact) => [fact, judgeChange(fact, earlier, later)]));
  const said = await readSpokenNames(now, new Set(goneNames(broken)));
  return touched.flatMap((fact): TouchedClaim[] => {
    const verdict = broken.get(fact)!;
    // What the code's own docs still speak of may be made another way, such as a name that is put together.
    if (verdict !== null && !(verdict.status === 'gone' && said.has(leafOf(fact.name))))
      return [{ ...claimOf(fact, verdict), breaks: true }];
    const known = judge(fact, later);
    const isKnown = known.status !== 'unknown' || judge(fact, earlier).status !== 'unknown';
    return isKnown ? [{ ...claimOf(fact, known), breaks: false }] : [];
  });
}

/** Paths, routes and versions are no words of the code. */
const wordless: ReadonlySet<Fact['kind']> = new Set(['path', 'route', 'version']);

const goneNames = (broken: ReadonlyMap<Fact, Verdict | null>) =>
  [...broken]
    .filter(([{ kind }, verdict]) => verdict?.status === 'gone' && !wordless.has(kind))
    .map(([{ name }]) => leafOf(name));

function claimOf({ kind, text, page, line }: Fact, { status, evidence }: Verdict = unknown): Claim {
  return { kind, text, page, line, status, evidence };
}

function namesOf(facts: readonly Fact[]): Set<string> {
  return new Set(facts.flatMap(({ name }) => [...spellingsOf(name), ...namesOfValue(name)]));
}

/** The lines that a fact may rest on, to be compared. */
function sourcesOf({ kind, name }: Fact, { mentions, routes, files, manifests }: Code): string {
  if (kind === 'path') return String(files.has(name));
  if (kind === 'version')
    return JSON.stringify(manifests.filter(({ language }) => language === name).map(({ needs }) => needs));
  const places: Mention[] =
    kind === 'route'
      ? [...routes].filter(([route]) => routeOf(name)?.endsWith(route)).flatMap(([, found]) => found)
      : (kind === 'default' || kind === 'limit' ? namesOfValue(name) : spellingsOf(name)).flatMap(
          (one) => mentions.get(one) ?? [],
        );
  // A value or a parameter may stand on a line of its own.
  return JSON.stringify(places.map(({ line: _, ...place }) => JSON.stringify(place)).sort());
}

function merged(one: Code, other: Code): Code {
  const both = (a: Map<string, Mention[]>, b: Map<string, Mention[]>) =>
    new Map(
      [...a.keys(), ...b.keys()].map((name) => [name, [...(a.get(name) ?? []), ...(b.get(name) ?? [])]]),
    );
  return {
    mentions: both(one.mentions, other.mentions),
    routes: both(one.routes, other.routes),
    files: one.files,
    manifests: [...one.manifests, ...other.manifests],
  };
}
