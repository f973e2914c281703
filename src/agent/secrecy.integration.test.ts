import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { calls, edit, finish, inOrder } from '../../test/helpers/agent-script.ts';
import { startSite } from '../../test/helpers/agent-site.ts';
import { githubApp, newGithubApp } from '../../test/helpers/github-api.ts';
import { agentJobOf } from './agent-job.ts';

const change = inOrder(calls(edit('Run npm.', 'Run it.')), calls(finish()));

/** The command lines of the git processes of this machine. */
function gitCommands(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => /^(?:\S*\/)?git/.test(line));
}

/** The files of a folder that hold any of some texts. */
function filesThatHold(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      try {
        const content = readFileSync(path, 'latin1');
        return texts.some((text) => content.includes(text));
      } catch {
        return false;
      }
    });
}

const spellings = (secret: string) => [
  secret,
  btoa(`x-access-token:${secret}`),
  Buffer.from(secret).toString('hex'),
];

test('a token is in no command line, file, log, event, record, model call or pull request, in good and bad times', async (t) => {
  const app = newGithubApp();
  const secrets = [
    ...spellings('ghs_minted'),
    btoa('x-access-token:ghs_minted0'),
    app.privateKey.slice(40, 90),
  ];
  const seen = { gitCommands: 0, argv: [] as string[], files: [] as string[], log: [] as string[] };
  let dataFolder: string | undefined;
  // The forge looks around while git and our own calls wait for its answers.
  const { agent, forge, model, tokens } = await startSite(t, change, {
    app,
    settings: { faultWaits: [10, 10] },
    onRequest() {
      const lines = gitCommands();
      seen.gitCommands += lines.length;
      seen.argv.push(...lines.filter((line) => secrets.some((secret) => line.includes(secret))));
      if (dataFolder !== undefined) seen.files.push(...filesThatHold(dataFolder, secrets));
    },
  });
  dataFolder = dirname(agent.deps.workFolder);
  const note = (fields: object, message: string) =>
    void seen.log.push(message + inspect(fields, { depth: 12, showHidden: true, maxStringLength: null }));
  agent.deps.log = { debug: note, info: note, warn: note, error: note };
  const shown: string[] = [];
  const order = async () => {
    const job = await agent.ended((await agent.create('Change it')).id);
    shown.push(JSON.stringify([job, await agentJobOf(agent.deps.store, job), await agent.events(job.id)]));
    return job;
  };

  assert.equal((await order()).status, 'completed');
  forge.down = true;
  assert.equal((await order()).error?.code, 'forge_unavailable');
  forge.down = false;
  forge.loseAnswers = 1;
  assert.equal((await order()).status, 'completed');
  githubApp.lacksRights = true;
  assert.equal((await order()).error?.code, 'forge_access_denied');
  githubApp.lacksRights = false;
  assert.equal((await order()).status, 'completed');

  assert.ok(seen.gitCommands > 10, 'git was seen at work');
  assert.ok(seen.log.length >= 2);
  assert.deepEqual([seen.argv, seen.files, filesThatHold(dataFolder, secrets)], [[], [], []]);
  const all = [...seen.log, ...shown, JSON.stringify(forge.pulls), JSON.stringify(model.requests.map(({ body, headers }) => [body, headers]))].join('\n'); // prettier-ignore
  for (const secret of secrets) assert.equal(all.includes(secret), false, secret);
  assert.equal(
    Object.keys(tokens).filter((token) => token.startsWith('ghs_')).length,
    githubApp.mints.length,
  );
  assert.ok(githubApp.mints.length >= 3, 'each job, and each new try, got a token of its own');
  assert.deepEqual(forge.violations, []);
});
