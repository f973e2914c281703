// Text from outside costs no more than its length explains: a server that one request can stop is no server. Steps are
// counted, and patterns judged by their structure, since a time says more of the machine than of the code;
// `npm run bench -- worst-inputs` measures times.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { analyse } from 'scslre';
import { repeatedStart } from './helpers/repeated-start.ts';
import { sourceRegexes } from './helpers/source-regexes.ts';

test('no regular expression of the source can go back over a text for long, as its structure shows', () => {
  const found = sourceRegexes();
  assert.ok(found.length > 1_500);
  const slow = found.flatMap(({ where, pattern, flags }) => {
    // https://github.com/RunDevelopment/scslre says what each kind is.
    const [report] = analyse({ source: pattern, flags }, { maxReports: 1 }).reports;
    const hard = report ? `${report.type} of ${report.character.pick}` : repeatedStart(pattern, flags);
    return hard === undefined ? [] : [`${where} /${pattern}/${flags}: ${hard}`];
  });
  assert.deepEqual(slow, []);
});

test('hostile texts take a small multiple of the steps of plain ones, and no more for each character of longer ones', async () => {
  const program = join(import.meta.dirname, 'helpers/hostile-work.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const counted = Object.entries(JSON.parse(stdout) as Record<string, [steps: number, most: number]>);
  assert.ok(counted.length > 200);
  const slow = counted.filter(([, [steps, most]]) => !(steps > 0 && steps <= most));
  assert.deepEqual(slow, []);
});
