import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../content/finding.ts';
import { storedResult } from './deploy-at-start.ts';

test('A server that begins from a stored index names what its index keeps', () => {
  const finding = (kind: Finding['kind'], text: string): Finding => ({
    kind,
    file: 'a.md',
    line: null,
    text,
  });
  const all = [
    finding('warning', 'It is odd.'),
    finding('link', './gone'),
    finding('fallback', 'It fell back.'),
  ];
  const info = {
    formatVersion: 1,
    contentHash: 'x',
    pages: 3,
    sections: 4,
    embedding: null,
    bytes: 5,
  };
  const health = ({ kind }: { kind?: Finding['kind'] | undefined } = {}) => ({
    counts: {},
    findings: all.filter((one) => one.kind === kind),
  });
  const { warnings, unchanged } = storedResult({ info, health });
  assert.equal(unchanged, 3);
  assert.deepEqual(warnings, [
    { file: 'a.md', message: 'It fell back.', fellBack: true },
    { file: 'a.md', message: 'It is odd.' },
  ]);
  assert.deepEqual(storedResult({ info, health: () => null }).warnings, []);
});
