// What people see of `docent prove`, over real git: offline, and with a language model within its budget.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { textOf } from '../helpers/agent-script.ts';
import { says } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { docent } from '../helpers/run-docent.ts';

const port = '# Ports\n\n## Which port Harbour listens on\n\nHarbour listens on port 8431 of the machine.\n';
const cranes = '# Cranes\n\n## How many cranes Harbour drives\n\nHarbour drives seven cranes at once.\n';
const asked = { port: 'Which port does Harbour listen on?', cranes: 'How many cranes does Harbour drive?' };

/** A checkout of docs on `main`, with a branch `change`. */
async function start(t: Parameters<typeof temporaryFolder>[0], change: Record<string, string | null>) {
  const folder = await temporaryFolder(t);
  const origin = join(folder, 'docs.git');
  await commitFiles(origin, {
    'docs/index.md': '# Harbour\n\nSee [which port it listens on](ports.md).\n',
    'docs/ports.md': port,
    'docs/cranes.md': cranes,
  });
  execFileSync('git', ['--git-dir', origin, 'branch', 'change', 'main']);
  await commitFiles(origin, change, 'change');
  const checkout = join(folder, 'checkout');
  execFileSync('git', ['clone', '-q', '-b', 'main', origin, checkout], { stdio: 'ignore' });
  const data = join(folder, 'data');
  const prove = (words: string[], env: Record<string, string> = {}, head = 'origin/change') =>
    docent(['prove', 'main', head, join(checkout, 'docs'), '--data', data, ...words], { env });
  const questions = async (lines: object[]) => {
    const file = join(folder, 'questions.jsonl');
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    return `--questions=${file}`;
  };
  return { folder, checkout, prove, questions };
}

test('a branch that loses an answer is said so, in lines, JSON, Markdown and the exit code', async (t) => {
  const { folder, checkout, prove, questions } = await start(t, {
    'docs/ports.md': '# Ports\n\nSee the settings.\n',
  });
  const own = await questions([
    { question: asked.port, expected: ['ports'], expect: ['8431'] },
    { question: asked.cranes, expected: ['cranes'] },
    { question: 'Who is the harbour master?', inDocs: false },
  ]);
  const table = join(folder, 'table.md');
  const { code, stdout, stderr } = await prove([own, `--markdown=${table}`]);
  assert.equal(code, 1, stderr);
  const lines = stdout.split('\n');
  assert.equal(lines[0], 'Answers 0 more and loses 1 of 2 questions.');
  assert.match(lines[3]!, /^answered +\w+ +Which port does Harbour listen on\? {2}\(ports\)$/);
  assert.match(lines[4]!, /^answered +answered +How many cranes does Harbour drive\? {2}\(cranes\)$/);
  const markdown = await readFile(table, 'utf8');
  assert.match(markdown, /^Answers 0 more and loses 1 of 2 questions\.\n\nAsked without a model/);
  const { questions: all, ...counts } = JSON.parse((await prove([own, '--json'])).stdout);
  assert.deepEqual(counts, { asked: 2, gained: 0, lost: 1, same: 1 });
  assert.equal(all[0].question, asked.port);
  // A checkout is proven from where the branch began, and stays as it is.
  assert.equal(execFileSync('git', ['-C', checkout, 'status', '--porcelain']).toString(), '');
});

test('without questions the docs’ own headings and links are asked, and a branch that loses none is fine', async (t) => {
  const { prove } = await start(t, {
    'docs/piers.md': '# Piers\n\n## How long the northern pier is\n\nThe northern pier is 90 m long.\n',
  });
  const { code, stdout } = await prove(['--json']);
  const { asked: count, lost } = JSON.parse(stdout);
  assert.equal(code, 0, stdout);
  assert.ok(count > 0 && lost === 0, stdout);
  const unknown = await prove([], {}, 'no-such-branch');
  assert.equal(unknown.code, exitCodes.notFound);
  assert.match(unknown.stderr, /no-such-branch/);
});

test('a model answers on both sides what the change touches, within its budget', async (t) => {
  const model = await startModelServer((request) =>
    says(textOf(request).includes('port 8431') ? 'It is 8431. [[s1]]' : 'Nobody says. [[unanswered]]'),
  );
  t.after(() => model.close());
  const { folder, prove, questions } = await start(t, {
    'docs/ports.md': port.replaceAll('8431', 'of your choice'),
  });
  const env = { DOCENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
  const table = join(folder, 'table.md');
  const one = await questions([
    { question: asked.port, expected: ['ports'] },
    { question: 'What is the price of a berth in Lisbon?', expected: ['index'] },
  ]);
  const { stdout } = await prove([one, '--json', `--markdown=${table}`], env);
  const { lost, questions: all } = JSON.parse(stdout);
  assert.deepEqual([lost, all[0].before, all[0].after], [1, 'answered', 'not_in_docs']);
  assert.match(
    await readFile(table, 'utf8'),
    /Of 2, \d whose sections the change touches were asked of compatible/,
  );
  const count = model.requests.length;
  assert.ok(count >= 2, 'both sides were asked');

  // More questions than the budget has: excerpts answer the rest.
  const many = Array.from({ length: 45 }, (_, nth) => ({
    question: `Which port does Harbour listen on at pier ${nth}?`,
    expected: ['ports'],
  }));
  model.requests.length = 0;
  await prove([await questions(many), '--json', `--markdown=${table}`], env);
  assert.equal(model.requests.length, 80);
  assert.match(await readFile(table, 'utf8'), /Of 45, 40 whose sections the change touches were asked of/);
});
