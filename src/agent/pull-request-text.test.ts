import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../store/jobs.ts';
import type { Finding } from './checks/finding.ts';
import { ownersOf, readCodeOwners } from './code-owners.ts';
import { changedText, type PullRequestParts, pullRequestText } from './pull-request-text.ts';
import { fillPreviewUrl } from './preview-url.ts';

const finding = (severity: Finding['severity'], message = 'The link x leads to no page.'): Finding => {
  return { check: 'links', file: 'docs/a.md', line: 3, message, severity };
};
const finish = { title: 'Name pnpm', summary: ['Install names pnpm.'], notVerified: ['Its version.'] };
const jobWith = (more: Partial<Job>) =>
  ({ id: 'job_1', title: 'Name pnpm', draft: false, findings: [], finish, ...more }) as Job;
const files = { 'docs/a.md': 'x', 'docs/gone.md': null };

const asked = [
  { text: 'Name pnpm.\nSoon.', by: 'Ada' },
  { text: 'Shorter', by: null },
];
const parts: PullRequestParts = { requests: asked, rounds: [finish], files, previewUrl: null };

test('the text has what a reviewer needs, in order', () => {
  const previewUrl = 'https://docs-docent-job-1.example.com';
  const second = { summary: ['It is shorter.'], notVerified: ['Its version.'] };
  const { title, body, draft } = pullRequestText(jobWith({}), {
    ...parts,
    rounds: [finish, second],
    previewUrl,
  });
  assert.deepEqual([title, draft], ['Name pnpm', false]);
  assert.equal(
    body,
    `<!-- docent:begin -->\n${[
      '## What changed\n\n- Install names pnpm.\n- It is shorter.',
      '## Not verified\n\n- Its version.',
      `Preview: ${previewUrl}`,
      '## Files\n\n- `docs/a.md`\n- `docs/gone.md` (deleted)',
      '## Checks\n\nSyntax, front matter, links, anchors, images, references, navigation, code and secrets: nothing newly broken.',
      '## Request\n\nAsked by Ada:\n\n> Name pnpm.\n> Soon.\n\n> Shorter',
      'Made by Docent, job `job_1`. To have it changed: `docent job --follow job_1 "what to change"`, or send the job a message. What you write above or below this part stays as it is.',
    ].join('\n\n')}\n<!-- docent:end -->`,
  );
});

test('of an open pull request people keep their title, their text and their draft', () => {
  const block = pullRequestText(jobWith({}), parts);
  const before = { title: 'Ours now', body: `Hello\n\n${block.body}\n\nBye <!-- docent:x -->`, draft: true };
  const next = pullRequestText(jobWith({ title: 'Other' }), { ...parts, rounds: [finish, finish] });
  assert.deepEqual(changedText(before, next), {
    title: 'Ours now',
    body: `Hello\n\n${next.body}\n\nBye <!-- docent:x -->`,
    draft: true,
  });
  assert.equal(changedText(before, next, true).draft, false, 'a draft of ours is ready without findings');
  assert.equal(changedText({ ...before, body: 'All mine.' }, next).body, `All mine.\n\n${next.body}`);
  assert.equal(changedText({ ...before, body: '', draft: false }, next).body, next.body);
});

test('owners are those of the last rule that fits, of each section', () => {
  const rules = [
    '* @everyone # all',
    '/docs/ @acme/writers docs@example.com',
    'docs/api/*.md @ada',
    '*.mdx @bob',
    '[Legal][2] @lawyers',
    'terms.md',
    '/docs/*/deep.md',
  ].join('\n');
  assert.deepEqual(
    ['src/a.ts', 'docs/guide/x.md', 'docs/api/y.md', 'docs/api/z/y.md', 'a/b.mdx', 'docs/terms.md'].map(
      (file) => ownersOf(readCodeOwners(rules), file),
    ),
    [['everyone'], ['acme/writers'], ['ada'], ['acme/writers'], ['bob'], ['acme/writers', 'lawyers']],
  );
});

test('a preview’s address is made as its host makes it', () => {
  const place = { branch: 'docent/job_Ab-2', number: null, domain: 'docs' };
  assert.equal(
    fillPreviewUrl('https://x-git-{branch}-{domain}.app', place),
    'https://x-git-docent-job-ab-2-docs.app',
  );
  assert.equal(fillPreviewUrl('https://pr-{number}.app', place), null);
  assert.equal(fillPreviewUrl('https://pr-{number}.app', { ...place, number: '7' }), 'https://pr-7.app');
});

test('it is a draft when errors are left, when the work ended early, or when that was asked for', () => {
  const draft = (more: Partial<Job>) => pullRequestText(jobWith(more), parts).draft;
  assert.equal(draft({ findings: [finding('warning')] }), false);
  assert.equal(draft({ findings: [finding('error')] }), true);
  assert.equal(draft({ finish: { ...finish, early: 'budget_exhausted' } }), true);
  assert.equal(draft({ draft: true }), true);
  for (const severity of ['review', 'error'] as const)
    assert.doesNotMatch(
      pullRequestText(jobWith({ findings: [finding(severity)] }), parts).body,
      /nothing newly broken/,
    );
});

test('it stays within what a forge takes, whatever was found and asked', () => {
  const long = '&<@!['.repeat(20_000);
  const said = { summary: Array(5).fill(long.slice(0, 400)), notVerified: Array.from({ length: 5 }, (_, nth) => `${nth}${long.slice(0, 399)}`) }; // prettier-ignore
  const { title, body } = pullRequestText(
    jobWith({ title: long, findings: Array.from({ length: 500 }, () => finding('error', long)) }),
    {
      requests: Array.from({ length: 50 }, () => ({ text: long, by: long })),
      rounds: Array.from({ length: 50 }, () => said),
      files: Object.fromEntries(
        Array.from({ length: 50 }, (_, nth) => [`docs/${'n'.repeat(490)}${nth}.md`, 'x']),
      ),
      previewUrl: null,
    },
  );
  assert.ok(body.length < 65_536, `${body.length}`);
  assert.ok(title.length <= 200);
  assert.match(body, /docent:end -->$/);
  const few = pullRequestText(
    jobWith({ findings: Array.from({ length: 500 }, () => finding('error')) }),
    parts,
  );
  assert.match(few.body, /and 470 more/);
});
