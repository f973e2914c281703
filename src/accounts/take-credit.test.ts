import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { readCredits } from '../store/credits.ts';
import { addOrganization } from '../store/organizations.ts';
import type { ProjectSettings } from '../store/project-settings.ts';
import { monthOf, settle, takeCredit } from './take-credit.ts';

async function payer(
  t: TestContext,
  creditsPerMonth: number | undefined,
  settings: ProjectSettings = {},
  { slug = 'o', overages }: { slug?: string; overages?: boolean } = {},
) {
  const store = await openTestStore(t);
  const plan = {
    ...(creditsPerMonth !== undefined && { creditsPerMonth }),
    ...(overages !== undefined && { overages }),
  };
  const organization = await addOrganization(store, { id: 'org', name: 'O', slug, plan, createdAt: 1 });
  const alerts: number[] = [];
  const take = async (serverDefault: number | null = null) => {
    const asked = { organization, project: { settings }, creditsPerMonth: serverDefault };
    const credit = await takeCredit(store, asked, ({ percent }) => alerts.push(percent));
    return { kind: credit.kind, settle: (answered: boolean) => settle(store, credit, answered) };
  };
  const use = async () => readCredits(store, { organizationId: 'org', month: monthOf(await store.now()) });
  const shrink = (to: number) => void (organization.plan = { ...plan, creditsPerMonth: to });
  return { take, use, alerts, shrink };
}

test('an answer is charged when it was given, and costs nothing when it failed', async (t) => {
  const { take, use } = await payer(t, 5);
  await (await take()).settle(true);
  await (await take()).settle(false);
  assert.deepEqual(await use(), { used: 1, overage: 0 });
});

test('without an allowance answers are counted and never refused', async (t) => {
  const { take, use } = await payer(t, undefined);
  for (let i = 0; i < 3; i++) await (await take()).settle(true);
  assert.deepEqual(await use(), { used: 3, overage: 0 });
});

test('the plan wins over what the server allows', async (t) => {
  const { take } = await payer(t, 1);
  await (await take(0)).settle(true);
  assert.equal((await refusalOf(take(100))).status, 402);
});

test('when the credits are used up a question is a 402, also while the last answer still runs', async (t) => {
  const { take } = await payer(t, 1);
  const running = await take();
  assert.equal((await refusalOf(take())).code, 'credits_exhausted');
  await running.settle(false);
  await (await take()).settle(true);
  assert.equal((await refusalOf(take())).code, 'credits_exhausted');
});

test('a project with overages does not go on beyond what only the operator grants', async (t) => {
  for (const granted of [{}, { overages: false }, { slug: 'default', overages: false }]) {
    const { take, use } = await payer(t, 1, { overages: true }, granted);
    await (await take()).settle(true);
    assert.equal((await refusalOf(take())).code, 'credits_exhausted');
    assert.deepEqual(await use(), { used: 1, overage: 0 });
  }
});

test('a project with overages goes on when the plan grants it, and what is beyond is counted', async (t) => {
  const { take, use } = await payer(t, 1, { overages: true }, { overages: true });
  for (let i = 0; i < 3; i++) await (await take()).settle(true);
  assert.deepEqual(await use(), { used: 3, overage: 2 });
});

test('an answer is not beyond the plan when one that ran beside it failed', async (t) => {
  const { take, use } = await payer(t, 1, { overages: true }, { overages: true });
  const first = await take();
  const second = await take();
  await first.settle(false);
  await second.settle(true);
  assert.deepEqual(await use(), { used: 1, overage: 0 });
});

test('a project may answer with excerpts instead, which cost nothing', async (t) => {
  const { take, use } = await payer(t, 0, { whenExhausted: 'excerpts' });
  const credit = await take();
  assert.equal(credit.kind, 'excerpts');
  await credit.settle(true);
  assert.equal((await use()).used, 0);
});

test('alerts come at 50, 80 and 100 %, once each', async (t) => {
  const { take, alerts } = await payer(t, 10, { overages: true }, { slug: 'default' });
  const seen: string[] = [];
  for (let i = 1; i <= 12; i++) {
    await (await take()).settle(true);
    seen.push(`${i}:${alerts.splice(0).join('+')}`);
  }
  assert.deepEqual(
    seen.filter((one) => !one.endsWith(':')),
    ['5:50', '8:80', '10:100'],
  );
});

test('after the plan became smaller, the shares that are behind are told at the next answer, once', async (t) => {
  const { take, alerts, shrink } = await payer(t, 100, { overages: true }, { slug: 'default' });
  for (let i = 0; i < 9; i++) await (await take()).settle(true);
  assert.deepEqual(alerts, []);
  shrink(10);
  await (await take()).settle(true);
  assert.deepEqual(alerts.splice(0), [50, 80, 100]);
  await (await take()).settle(true);
  assert.deepEqual(alerts, []);
});
