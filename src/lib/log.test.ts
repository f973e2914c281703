import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from './log.ts';

const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';

for (const [secret, shown] of [
  [`svc_${letters}`, 'svc_…'],
  [`svc_dsc_${letters}`, 'svc_dsc_…'],
  [`thk_${letters}`, 'thk_…'],
  [`inv_${letters}`, 'inv_…'],
  [`ses_${letters}`, 'ses_…'],
  [`whs_${letters}`, 'whs_…'],
  [`whsec_${letters}`, 'whsec_…'],
  [`rds_${letters}`, 'rds_…'],
  [`sk-proj-${letters}`, 'sk-…'],
  [`sk-ant-api03-${letters}`, 'sk-…'],
  [`sk_live_${letters}`, 'sk_…'],
  [`gsk_${letters}`, 'gsk_…'],
  [`hf_${letters}`, 'hf_…'],
  [`ghp_${letters}`, 'ghp_…'],
  [`github_pat_${letters}`, 'github_pat_…'],
  [`glpat-${letters}`, 'glpat-…'],
  [`npm_${letters}`, 'npm_…'],
  [`AIza${letters}`, 'AIza…'],
  ['AKIAIOSFODNN7EXAMPLE', 'AKIA…'],
  ['xoxb-123456789012-abcdefghijkl', 'xoxb-…'],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${letters}`, 'eyJ…'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEow\n-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----…'],
  ['postgres://docent:hunter2@db.example/docent', 'postgres://docent:…@db.example/docent'],
]) {
  test(`a log line shows ${shown} only`, () => {
    const line = JSON.stringify({ error: { message: `refused: ${secret}`, header: `Bearer ${secret}` } });
    assert.equal(
      redact(line),
      JSON.stringify({ error: { message: `refused: ${shown}`, header: `Bearer ${shown}` } }),
    );
  });
}

test('what only looks like a secret stays', () => {
  const line = '{"url":"https://docs.example.com:8080/a@b","id":"prj_a1B2c3D4e5F6","task":"sk-ip"}';
  assert.equal(redact(line), line);
});
