import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from './log.ts';
import { secretValues } from './secret-values.ts';

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
  [`jina_${letters}`, 'jina_…'],
  [`pa-${letters}-${letters}`, 'pa-…'],
  [`xai-${letters}`, 'xai-…'],
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

test('a configured secret is cut out whatever it looks like, and so is what stands after Bearer', () => {
  const secrets = secretValues({
    COHERE_API_KEY: 'coherekey123',
    DOCENT_OIDC_CLIENT_SECRET: 'quo"ted\\secret',
    DOCENT_DATABASE_URL: 'postgres://docent:p%40ssw0rd@db.example/docent',
    DOCENT_SMTP_URL: 'smtps://user:mailpass@mail.example',
    DOCENT_GIT_CREDENTIALS: '{"https://git.example/":"user:gitpassword","https://b.example/":"plain-token"}',
    DOCENT_PUBLIC_URL: 'https://docs.example.com',
    DOCENT_AGENT_MAX_TOKENS: '100000',
  });
  const line = JSON.stringify({
    error:
      'coherekey123 quo"ted\\secret p%40ssw0rd p@ssw0rd mailpass user:gitpassword gitpassword plain-token 100000',
    header: `bearer ${'z'.repeat(20)}`,
    url: 'https://docs.example.com',
  });
  assert.equal(
    redact(line, secrets),
    JSON.stringify({
      error: '… … … … … … … … 100000',
      header: 'bearer …',
      url: 'https://docs.example.com',
    }),
  );
});
