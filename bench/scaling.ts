// npm run bench -- scaling [PROJECTS] [SERVERS] [SEED]: what a fleet has to hold and do, by simulation: projects whose size and
// traffic are spread as those of real sites (few are large, few are asked often, and the large ones not always), days with
// a rush, and servers that keep a bounded cache of index files and a bounded number of them open. Prints what decides the
// size of each part. The figures of one server come from `bench -- load` and are given here, so that they can be changed.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'answers-a-second': { type: 'string', default: '60' },
    'open-indexes': { type: 'string', default: '100' },
    'cache-gigabytes': { type: 'string', default: '20' },
    'bytes-a-section': { type: 'string', default: '3200' },
  },
});
const projects = Number(positionals[0] ?? 100_000);
const servers = Number(positionals[1] ?? 12);
let state = Number(positionals[2] ?? 1);

/** A small generator with a seed (mulberry32), so that a run can be repeated. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
/** Spread around a median by a factor: sizes of sites are. */
const spread = (median: number, factor: number) => median * Math.exp(normal() * Math.log(factor));

type Project = { bytes: number; questionsADay: number; server: number };

/** Half of all sites have below 300 sections, one in a hundred above 10,000; half are asked less than twice a day. */
const bytesASection = Number(values['bytes-a-section']);
const fleet: Project[] = Array.from({ length: projects }, () => {
  const sections = Math.min(2e6, Math.max(5, spread(300, 4.5)));
  const questionsADay = Math.min(5e5, spread(2, 6) * Math.sqrt(sections / 300));
  return { bytes: sections * bytesASection, questionsADay, server: Math.floor(random() * servers) };
});

const total = (of: (project: Project) => number) => fleet.reduce((sum, project) => sum + of(project), 0);
const questions = total(({ questionsADay }) => questionsADay);
/** Of the busiest minute of a day against its mean. */
const rush = 4;
const perSecond = (questions / 86_400) * rush;

/** The busiest hour on one server, question by question; balancers that know projects keep each on its own server. */
function hour(isSticky: boolean) {
  const here = isSticky ? fleet.filter(({ server }) => server === 0) : fleet;
  const share = isSticky ? 1 : 1 / servers;
  const weights: number[] = [];
  let sum = 0;
  for (const { questionsADay } of here) weights.push((sum += questionsADay * share));
  const asked = Math.min(400_000, Math.round((sum / 24) * rush));
  const open = new Map<Project, true>();
  const cached = new Map<Project, true>();
  let [bytes, opened, fetched, fetchedBytes] = [0, 0, 0, 0];
  const maxBytes = Number(values['cache-gigabytes']) * 1e9;
  for (let n = 0; n < asked * 2; n++) {
    const project = here[firstAbove(weights, random() * sum)]!;
    // The first half fills what a server that has run for long has.
    const counts = n >= asked;
    if (!open.delete(project)) opened += Number(counts);
    open.set(project, true);
    if (open.size > Number(values['open-indexes'])) open.delete(open.keys().next().value!);
    if (!cached.delete(project)) {
      bytes += project.bytes;
      fetched += Number(counts);
      fetchedBytes += counts ? project.bytes : 0;
    }
    cached.set(project, true);
    for (const old of cached.keys()) {
      if (bytes <= maxBytes || cached.size === 1) break;
      cached.delete(old);
      bytes -= old.bytes;
    }
  }
  const percent = (part: number) => `${((100 * part) / asked).toFixed(2)} %`;
  return {
    'questions in the hour': asked,
    'index opened anew': percent(opened),
    'index fetched': percent(fetched),
    'MB fetched a second': (fetchedBytes / 3600 / 1e6).toFixed(2),
    'GB on its disk': (bytes / 1e9).toFixed(1),
  };
}

function firstAbove(sorted: number[], wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sorted = fleet.map(({ bytes }) => bytes).sort((a, b) => a - b);
const gigabytes = total(({ bytes }) => bytes) / 1e9;
const turnBytes = 4_000;
console.table({
  projects,
  'sections of the median project': Math.round(sorted[projects >> 1]! / bytesASection),
  'sections of the largest': Math.round(sorted.at(-1)! / bytesASection),
  'questions a day': Math.round(questions),
  'questions a second, busiest minute': perSecond.toFixed(1),
  'servers for that, at 60 % of what one can': Math.ceil(
    perSecond / (0.6 * Number(values['answers-a-second'])),
  ),
  'GB of index files, one revision': gigabytes.toFixed(0),
  'GB of index files, five kept': (5 * gigabytes).toFixed(0),
  'GB of turns a year': ((questions * 365 * turnBytes) / 1e9).toFixed(0),
  'statements a second, 5 or 6 an answer': `${(5 * perSecond).toFixed(0)}–${(6 * perSecond).toFixed(0)}`,
});
console.table({ 'any server, any project': hour(false), 'each project on its own server': hour(true) });
