import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLine, plainMarkdown } from './plain-text.ts';

test('a title is one line without controls, trailers, mentions or references', () => {
  const line = plainLine('Fix\r\n\r\nCo-authored-by: x\u0000\u202e @team acme/site#12 #7 !3 \u001b[31m');
  assert.doesNotMatch(line, /[\p{Cc}\u202e]|@team|#12|#7|!3/u);
  assert.equal(plainLine('x'.repeat(500)).length, 120);
  assert.equal(plainLine('Fix 3 links in a/b.md'), 'Fix 3 links in a/b.md');
});

test('no line of a body is a command to GitLab or to a bot', () => {
  const body = plainMarkdown(
    'Done.\n/merge\n  /approve\r\n\t/assign me\n> /close\n- /label ~x\nSee docs/merge and /etc.',
  );
  assert.doesNotMatch(body, /^\s*\/\w/m);
  assert.match(body, /docs\/merge and \/etc/);
});

test('a body shows what was written: no HTML, no images, nobody notified, no issue closed', () => {
  const body = plainMarkdown(
    'Fixes #1, GH-2 <img src=x onerror=y> ![p](http://evil/x) @octocat <!-- hidden -->',
  );
  assert.doesNotMatch(body, /<|!\[|#1|@octocat/);
  const closing = plainMarkdown('Closes https://github.com/a/b/issues/1, fixes: a/b#2 and resolves GH-3');
  assert.doesNotMatch(closing, /(?:closes|fixes|resolves)(?::?\s)/i);
  assert.match(body, /&lt;img src=x onerror=y>/);
});
