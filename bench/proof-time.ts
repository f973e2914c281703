// npm run bench -- proof-time [PAGES] [QUESTIONS]: `docent prove` offline over docs of so many pages, 20 of which a branch
// changes: with nothing there, and again over the index that the first run left, as a job's proof has one.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuTimeOfTree } from '../test/helpers/cpu-time-of-tree.ts';
import { commitFiles } from '../test/helpers/repository.ts';

const [pages = 1_000, questions = 100] = process.argv.slice(2).map(Number);
const changed = 20;
const topics = [
  'berth',
  'crane',
  'pilot',
  'tide',
  'cargo',
  'customs',
  'radar',
  'mooring',
  'ballast',
  'beacon',
];
const topicOf = (nth: number) => topics[nth % topics.length]!;

/** About 4,000 characters in eight sections, with one fact of the page's own. */
function pageOf(nth: number, fact: number): string {
  const topic = topicOf(nth);
  const sections = Array.from({ length: 7 }, (_, part) => {
    const other = topicOf(nth + part + 1);
    const text = `The ${topic} of dock ${nth} and its ${other} follow rule ${part}. `.repeat(7);
    return `## ${other} and ${topic} ${nth}.${part}\n\n${text}\n\n- \`${other}_${part}\`: as the ${topic} has it\n`;
  });
  return `# The ${topic} of dock ${nth}\n\nThe ${topic} of dock ${nth} takes ${fact} hours.\n\n${sections.join('\n')}`;
}

const folder = await mkdtemp(join(tmpdir(), 'docent-proof-time-'));
try {
  const origin = join(folder, 'docs.git');
  const all = Array.from({ length: pages }, (_, nth) => [`docs/dock-${nth}.md`, pageOf(nth, 3)] as const);
  await commitFiles(origin, Object.fromEntries(all));
  execFileSync('git', ['--git-dir', origin, 'branch', 'change', 'main']);
  const other = Array.from({ length: changed }, (_, nth) => [`docs/dock-${nth}.md`, pageOf(nth, 5)] as const);
  await commitFiles(origin, Object.fromEntries(other), 'change');
  const checkout = join(folder, 'checkout');
  execFileSync('git', ['clone', '-q', '-b', 'main', origin, checkout], { stdio: 'ignore' });
  const lines = Array.from({ length: questions }, (_, nth) => {
    const question = `How many hours does the ${topicOf(nth)} of dock ${nth} take?`;
    return JSON.stringify({ question, expected: [`dock-${nth}`], expect: ['3 hours'] });
  });
  const file = join(folder, 'questions.jsonl');
  await writeFile(file, lines.join('\n'));
  const command = join(import.meta.dirname, '../bin/docent.js');
  const args = ['prove', 'main', 'origin/change', join(checkout, 'docs'), '--questions', file, '--json'];
  const rows: Record<string, object> = {};
  for (const name of ['with nothing there', 'over the docs’ index']) {
    const [start, before] = [performance.now(), cpuTimeOfTree()];
    // It exits with 1, for what the branch loses.
    const said = run(process.execPath, [command, ...args, '--data', join(folder, 'data')]);
    const { asked, lost } = JSON.parse(said) as { asked: number; lost: number };
    const seconds = (ms: number) => Number((ms / 1000).toFixed(1));
    const times = { seconds: seconds(performance.now() - start), cpu: seconds(cpuTimeOfTree() - before) };
    rows[name] = { pages, asked, lost, ...times };
  }
  console.table(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function run(program: string, args: string[]): string {
  const env = { ...process.env, DOCENT_EMBEDDING_MODEL: 'none' };
  try {
    return execFileSync(program, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
