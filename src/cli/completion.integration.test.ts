import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { docent } from '../../test/helpers/run-docent.ts';
import { commands, groups } from './commands.ts';

test('help shows every command in one group, with an example that is one', async () => {
  const named = groups.flatMap(({ names }) => names);
  assert.deepEqual(named.toSorted(), Object.keys(commands).toSorted());
  for (const { names, example } of groups) assert.ok(names.includes(example.split(' ')[1]!), example);
  const { stdout, code } = await docent(['--help']);
  assert.equal(code, 0);
  assert.match(stdout, /\nAsk\n {2}ask +Answer a question[^]*?\n {2}Example: (?:npx )?docent ask "/);
});

test('bash completes commands, those of two words, and options', async () => {
  const { stdout } = await docent(['completion', 'bash']);
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '--norc',
        '-c',
        `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docent; echo "\${COMPREPLY[*]}"`,
        'bash',
        'docent',
        ...words,
      ],
      { encoding: 'utf8' },
    ).trim();
  assert.equal(complete('se'), 'serve search');
  assert.equal(complete('keys', ''), 'create list revoke');
  assert.match(complete('serve', '--p'), /^--project --port$/);
  assert.match(complete('keys', 'create', '--'), /--kind.* --json/);
  assert.equal(complete('nothing', ''), '');
});

test('zsh and fish get the same commands; others are named', async () => {
  const zsh = await docent(['completion', 'zsh']);
  assert.match(zsh.stdout, /^autoload .*bashcompinit\n_docent\(\)/m);
  const fish = (await docent(['completion', 'fish'])).stdout;
  assert.match(fish, /^complete -c docent -n __fish_use_subcommand -f -a serve -d 'Index docs/m);
  assert.match(fish, /-n '__fish_seen_subcommand_from keys; and not .* create list revoke' -f -a create/);
  const { code, stderr } = await docent(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh or fish/);
});
