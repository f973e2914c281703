import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, edit, finish } from '../../test/helpers/agent-script.ts';
import { startSite } from '../../test/helpers/agent-site.ts';

test('a pull request says which line of the code makes each fact true that it edits', async (t) => {
  const cli = `program\n  .option('--retries <n>', 'how often', 5)\n  .option('--wait <s>', 'how long', 30);\n`;
  const { agent, forge } = await startSite(
    t,
    ({ body }) =>
      body.messages.at(-1).role === 'tool'
        ? calls(finish())
        : calls(
            edit('Run npm.', 'Run npm.\n\n- `--retries <n>`: default `5`\n- `--wait <s>`: default `60`\n'),
          ),
    { code: { product: { 'src/cli.ts': cli } } },
  );
  const { id } = await agent.create('Document the retries');
  const job = await agent.ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const [, facts] = /## Facts, and the code that decides them\n\n(.+?)\n\n/s.exec(forge.pulls[0]!.body) ?? [];
  assert.deepEqual(
    facts?.replaceAll('\\', '').split('\n'),
    [
      '- docs/install.md:9: flag --retries is true by product:src/cli.ts:2',
      '- docs/install.md:9: default --retries: 5 is true by product:src/cli.ts:2',
      '- docs/install.md:10: flag --wait is true by product:src/cli.ts:3',
      '- docs/install.md:10: default --wait: 60 is contradicted by product:src/cli.ts:3',
    ],
    forge.pulls[0]!.body,
  );
});
