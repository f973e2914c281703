import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginDeployment,
  deploymentWork,
  endAbandoned,
  forgetOldIndexFiles,
  listIndexFiles,
  listIndexFilesOf,
  queueDeployment,
  rollBack,
} from '../../src/store/deployment-queue.ts';
import {
  addDeployment,
  findCurrentDeployment,
  findLastRead,
  listDeployments,
  switchDeployment,
} from '../../src/store/deployments.ts';
import {
  addPreview,
  extendPreview,
  findPreview,
  listExpiredPreviews,
  listPreviews,
} from '../../src/store/previews.ts';
import {
  deleteProject,
  findProjectById,
  listAllProjects,
  listProjects,
  pageOfProjects,
  updateProject,
} from '../../src/store/projects.ts';
import { takeWork } from '../../src/store/work.ts';
import { addDelivery, hasDelivery, deleteDeliveriesBefore } from '../../src/store/webhooks.ts';
import {
  deleteProjectSecret,
  findProjectSecrets,
  setProjectSecret,
} from '../../src/store/project-secrets.ts';
import { type NewUrl, openContractStore, seedProject, someDeployment, withStore } from './store-seed.ts';

const lease = { holder: 'elsewhere:1:x', leaseMs: 60_000 };
const workOn = ({ id }: { id: string }) => ({ kind: deploymentWork, subject: id, projectId: id });

/** How deployments come about: the queue, roll-backs, previews, webhooks. */
export function deploymentsContract(newUrl: NewUrl): void {
  test('one deployment of a project waits, whatever number is asked for at once by two processes', async () => {
    const url = await newUrl();
    const [one, two] = [await openContractStore(url), await openContractStore(url)];
    try {
      const project = await seedProject(one, 'mine');
      const wishes = Array.from({ length: 12 }, (_, n) => someDeployment(project, { confirmed: n === 7 }));
      const ids = await Promise.all(wishes.map((wish, n) => queueDeployment(n % 2 ? one : two, wish)));
      assert.equal(new Set(ids).size, 1);
      const begun = await Promise.all(
        [one, two, one, two].map((store) => beginDeployment(store, project.id)),
      );
      assert.deepEqual(
        begun.flatMap((deployment) => deployment?.id ?? []),
        [ids[0]],
      );
      assert.equal(
        begun.find((deployment) => deployment)!.confirmed,
        true,
        'what one confirmed is confirmed',
      );
      const next = someDeployment(project);
      assert.equal(await queueDeployment(one, next), next.id, 'while one is in progress another one waits');
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });

  test('what nobody works on any more ends as a failure; what is asked for is work', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const lost = someDeployment(mine, { status: 'in_progress' });
      await addDeployment(store, lost);
      await queueDeployment(store, someDeployment(other));
      assert.equal((await takeWork(store, workOn(mine), lease))?.tries, 1, 'nobody asked');
      assert.equal((await takeWork(store, workOn(other), lease))?.kind, 'deployment');
      assert.deepEqual((await listIndexFiles(store)).inProgress, new Set([lost.id]));
      const [ended] = await endAbandoned(store, mine.id, 'It died.');
      assert.deepEqual([ended?.id, ended?.status, ended?.summary], [lost.id, 'failure', 'It died.']);
      assert.ok(ended!.endedAt !== null);
      assert.deepEqual(await endAbandoned(store, other.id, 'It died.'), [], 'what waits is not lost');
      assert.equal(await switchDeployment(store, lost), false, 'who wakes up late changes nothing');
      assert.equal(await findCurrentDeployment(store, mine.id), undefined);
    }));

  test('a roll-back answers at once, and what was read last is still known', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const open = (n: number) => someDeployment(project, { status: 'in_progress', createdAt: n });
      const [first, second] = [open(1), open(2)];
      for (const [n, one] of [first, second].entries()) {
        await addDeployment(store, one);
        await switchDeployment(store, one, { indexFile: `${n}.sqlite`, contentHash: `${n}`, endedAt: 9 });
      }
      const [running, waiting] = [open(3), someDeployment(project, { createdAt: 4 })];
      await addDeployment(store, running);
      await addDeployment(store, waiting);
      const back = { ...open(5), status: 'success', cause: 'rollback', restoredFrom: first.id } as const;
      await rollBack(store, { ...back, indexFile: '0.sqlite', contentHash: '0', endedAt: 5 }, 'Rolled back.');
      assert.equal((await findCurrentDeployment(store, project.id))?.id, back.id);
      assert.equal((await findLastRead(store, project.id))?.id, second.id);
      const all = await listDeployments(store, { projectId: project.id, limit: 9 });
      assert.deepEqual(
        all.map(({ status }) => status),
        ['success', 'failure', 'failure', 'success', 'success'],
      );
      assert.deepEqual(
        await listIndexFilesOf(store, project.id),
        ['0.sqlite', '1.sqlite'],
        'the current one first',
      );
      assert.deepEqual(await forgetOldIndexFiles(store, project.id, 1), ['1.sqlite']);
      assert.deepEqual(await listIndexFilesOf(store, project.id), ['0.sqlite']);
      const late = { ...open(6), status: 'success', cause: 'rollback', indexFile: '1.sqlite' } as const;
      assert.equal(await rollBack(store, late, 'Rolled back.'), false);
      assert.equal((await findCurrentDeployment(store, project.id))?.id, back.id);
      assert.deepEqual((await listIndexFiles(store)).files, new Set(['0.sqlite']));
    }));

  test('a file to which somebody goes back while old ones are removed stays, or the roll-back is refused', async () => {
    const url = await newUrl();
    const [one, two] = [await openContractStore(url), await openContractStore(url)];
    try {
      for (let round = 0; round < 10; round++) {
        const project = await seedProject(one, `p${round}`);
        for (let n = 0; n < 3; n++) {
          const each = someDeployment(project, { status: 'in_progress', createdAt: n });
          await addDeployment(one, each);
          await switchDeployment(one, each, { indexFile: `${round}-${n}.sqlite`, endedAt: 9 });
        }
        const indexFile = `${round}-0.sqlite`;
        const back = someDeployment(project, {
          status: 'success',
          cause: 'rollback',
          createdAt: 5,
          indexFile,
        });
        const [removed, isBack] = await Promise.all([
          forgetOldIndexFiles(two, project.id, 1),
          rollBack(one, back, 'Rolled back.'),
        ]);
        const current = await findCurrentDeployment(one, project.id);
        assert.equal(current?.id === back.id, isBack);
        assert.ok(current?.indexFile && !removed.includes(current.indexFile));
      }
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });

  test('a preview is a project of its own that no list of projects shows, and goes with its project', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const { organizationId } = project;
      const preview = {
        ...project,
        id: 'prj_preview',
        domain: 'mine--x',
        preview: { of: project.id, branch: 'x', expiresAt: 50 },
      };
      assert.deepEqual(await addPreview(store, preview), preview);
      const late = { ...preview, id: 'prj_late', domain: 'mine--y' };
      assert.deepEqual(await addPreview(store, late), preview, 'one for a branch');
      const taken = { ...preview, id: 'prj_taken', preview: { ...preview.preview, branch: 'y' } };
      assert.equal(await addPreview(store, taken), undefined, 'the domain is taken');
      assert.deepEqual(await findPreview(store, { projectId: project.id, branch: 'x' }), preview);
      assert.deepEqual(await listPreviews(store, project.id), [preview]);
      assert.deepEqual(await listProjects(store, organizationId), [project]);
      assert.deepEqual((await pageOfProjects(store, { organizationId }, { limit: 9 })).rows, [project]);
      assert.deepEqual(await listAllProjects(store), [{ id: project.id }]);
      assert.deepEqual(await listExpiredPreviews(store), [preview]);
      const later = Date.now() + 1e9;
      await extendPreview(store, { projectId: project.id, branch: 'x' }, later);
      assert.deepEqual(await listExpiredPreviews(store), []);
      await updateProject(store, project, { name: 'New', baseUrl: 'https://docs.example' });
      const changed = await findProjectById(store, preview.id);
      assert.deepEqual([changed?.name, changed?.baseUrl], ['mine', 'https://docs.example']);
      assert.equal(await deleteProject(store, project), true);
      assert.equal(await findProjectById(store, preview.id), undefined);
    }));

  test('a delivery is remembered for its project, and forgotten in time', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const delivery = { projectId: mine.id, id: 'd1', receivedAt: 5 };
      assert.equal(await hasDelivery(store, delivery), false);
      await Promise.all(Array.from({ length: 8 }, () => addDelivery(store, delivery)));
      assert.equal(await hasDelivery(store, delivery), true);
      assert.equal(await hasDelivery(store, { ...delivery, projectId: other.id }), false);
      await addDelivery(store, { ...delivery, projectId: other.id, receivedAt: 9 });
      await deleteDeliveriesBefore(store, 6);
      assert.equal(await hasDelivery(store, delivery), false);
      assert.equal(await hasDelivery(store, { ...delivery, projectId: other.id }), true);
    }));

  test('a webhook has its secret and the one before', () =>
    withStore(newUrl, async (store) => {
      const { id: projectId } = await seedProject(store, 'mine');
      assert.equal(await findProjectSecrets(store, 'webhooks', projectId), undefined);
      for (const [n, secret] of ['a', 'b', 'c'].entries())
        await setProjectSecret(store, 'webhooks', { projectId, secret, issued: null, createdAt: n }, n + 100);
      assert.deepEqual(await findProjectSecrets(store, 'webhooks', projectId), {
        current: { secret: 'c', issued: null },
        previous: { secret: 'b', issued: null, until: 102 },
      });
      assert.equal(await deleteProjectSecret(store, 'webhooks', projectId), true);
      assert.equal(await deleteProjectSecret(store, 'webhooks', projectId), false);
    }));
}
