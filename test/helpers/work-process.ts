/**
 * A process that does background work, to be killed: takes each subject through its steps and prints each. When it is told
 * to be `heard`, it goes on after a line of input: else a slow reader would find all work done.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createLog } from '../../src/lib/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { addSearch } from '../../src/store/searches.ts';
import { listSearches } from './list-searches.ts';
import { inTransaction } from '../../src/store/store.ts';
import { progressWork } from '../../src/store/work.ts';
import { startEngine } from '../../src/work/engine.ts';

const [url = '', projectId = '', steps = '0', heard] = process.argv.slice(2);
const store = await openStore({ url });
await startEngine(store, {
  place: 'here',
  log: createLog('silent'),
  times: { leaseMs: 1_000, renewMs: 200 },
  lookMs: 100,
  kinds: [
    {
      name: 'steps',
      maxAtOnce: 4,
      maxPerProject: 2,
      retryAfterMs: [],
      async handle(work) {
        const known = await listSearches(store, { projectId, limit: 100_000 });
        const done = known.filter(({ id }) => id.startsWith(`${work.subject}-`)).length;
        for (let nth = done; nth < Number(steps); nth++) {
          // A step that is done twice is a second row of one id, which the table refuses.
          const step = {
            id: `${work.subject}-${nth}`,
            query: work.subject,
            resultCount: nth,
            topScore: null,
          };
          await inTransaction(store, async (transaction) => {
            await progressWork(transaction, work);
            await addSearch(transaction, { ...step, projectId, createdAt: await transaction.now() });
          });
          writeSync(1, `${step.id}\n`);
          if (heard !== undefined) await once(process.stdin, 'data');
        }
      },
    },
  ],
});
