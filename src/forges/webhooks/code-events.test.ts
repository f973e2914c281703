import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCodeEvent, readGitlabEvent } from './code-events.ts';

const address = 'https://github.com/acme/product';

test('a commit that is none is not taken, and a review without an id is known by its words', () => {
  const pull_request = { number: 1, title: 'T', merged: true, merge_commit_sha: '../x', head: { ref: 'b' } };
  const merged = { action: 'closed', pull_request, repository: { html_url: address } };
  assert.deepEqual((readCodeEvent('pull_request', merged) as { commit: unknown }).commit, null);
  const said = { pull_request, review: { content: 'Say it\nshorter.' }, sender: { login: 'ada' } };
  const review = readCodeEvent('pull_request_review_comment', { action: 'reviewed', ...said });
  assert.match((review as { id: string }).id, /^[0-9a-f]{16}$/);
});

test('a branch of a fork is nobody’s, whatever its name', () => {
  const ends = { head: { ref: 'docent/job_x', repo: null }, base: { ref: 'main', repo: { id: 1 } } };
  const pull_request = { number: 1, title: 'T', merged: true, merge_commit_sha: null, ...ends };
  const body = { action: 'closed', pull_request, repository: { html_url: address } };
  const gitlab = { source_branch: 'docent/job_x', source_project_id: 2, target_project_id: 1 };
  const attributes = { action: 'merge', iid: 4, title: 'T', ...gitlab };
  const hook = { object_attributes: attributes, project: { web_url: address } };
  for (const event of [readCodeEvent('pull_request', body), readGitlabEvent('Merge Request Hook', hook)])
    assert.equal((event as { branch: unknown }).branch, null);
});

test('GitLab tells the same in its own words', () => {
  const project = { web_url: address, default_branch: 'main' };
  const url = `${address}/-/merge_requests/4`;
  const words = { title: 'T', description: null, url };
  const last_commit = { id: 'c'.repeat(40) };
  const attributes = {
    action: 'merge',
    iid: 4,
    source_branch: 'b',
    target_branch: 'main',
    last_commit,
    ...words,
  };
  assert.deepEqual(readGitlabEvent('Merge Request Hook', { object_attributes: attributes, project }), {
    kind: 'merged',
    repository: address,
    number: 4,
    title: 'T',
    body: '',
    branch: 'b',
    commit: 'refs/merge-requests/4/merge',
    head: 'c'.repeat(40),
    before: null,
    base: 'main',
    defaultBranch: 'main',
    marks: [`${address}/-/merge_requests/4`, 'c'.repeat(40)],
  });
  const note = {
    id: 5,
    note: 'Shorter',
    noteable_type: 'MergeRequest',
    position: { new_path: 'a.md', new_line: 3 },
  };
  const hook = {
    user: { username: 'ada' },
    object_attributes: note,
    merge_request: { source_branch: 'docent/job_x' },
  };
  const { isBot, path, line } = readGitlabEvent('Note Hook', hook) as {
    isBot: boolean;
    path: string;
    line: number;
  };
  assert.deepEqual([isBot, path, line], [false, 'a.md', 3]);
  assert.equal(
    readGitlabEvent('Merge Request Hook', { object_attributes: { action: 'open' }, project }),
    null,
  );
});
