import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../store/jobs.ts';
import type { Finding } from './checks/finding.ts';
import { pullRequestText } from './pull-request-text.ts';

const finding = (severity: Finding['severity'], message = 'The link x leads to no page.'): Finding => {
  return { check: 'links', file: 'docs/a.md', line: 3, message, severity };
};
const finish = { title: 'Name pnpm', summary: ['Install names pnpm.'], notVerified: ['Its version.'] };
const jobWith = (more: Partial<Job>) =>
  ({ id: 'job_1', title: 'Name pnpm', draft: false, findings: [], finish, ...more }) as Job;
const files = { 'docs/a.md': 'x', 'docs/gone.md': null };

test('the text has what a reviewer needs, in order', () => {
  const { title, body, draft } = pullRequestText(jobWith({}), ['Name pnpm.\nSoon.', 'Shorter'], files);
  assert.deepEqual([title, draft], ['Name pnpm', false]);
  assert.equal(
    body,
    [
      '## What changed\n\n- Install names pnpm.',
      '## Not verified\n\n- Its version.',
      '## Files\n\n- `docs/a.md`\n- `docs/gone.md` (deleted)',
      '## Checks\n\nSyntax, front matter, links, anchors, images, navigation, code and secrets: nothing newly broken.',
      '## Request\n\n> Name pnpm.\n> Soon.\n> \n> Shorter',
      'Made by Docent, job `job_1`. To have it changed: `docent job --follow job_1 "what to change"`, or send the job a message.',
    ].join('\n\n'),
  );
});

test('it is a draft when errors are left, when the work ended early, or when that was asked for', () => {
  const draft = (more: Partial<Job>) => pullRequestText(jobWith(more), ['x'], files).draft;
  assert.equal(draft({ findings: [finding('warning')] }), false);
  assert.equal(draft({ findings: [finding('error')] }), true);
  assert.equal(draft({ finish: { ...finish, early: 'budget_exhausted' } }), true);
  assert.equal(draft({ draft: true }), true);
});

test('it stays within what a forge takes, whatever was found and asked', () => {
  const long = '&<@!['.repeat(20_000);
  const { title, body } = pullRequestText(
    jobWith({
      title: long,
      findings: Array.from({ length: 500 }, () => finding('error', long)),
      finish: { ...finish, summary: Array(5).fill(long.slice(0, 400)), notVerified: Array(5).fill(long.slice(0, 400)) }, // prettier-ignore
    }),
    [long],
    Object.fromEntries(Array.from({ length: 50 }, (_, nth) => [`docs/${'n'.repeat(490)}${nth}.md`, 'x'])),
  );
  assert.ok(body.length < 65_536, `${body.length}`);
  assert.ok(title.length <= 200);
  assert.match(body, /and 470 more/);
});
