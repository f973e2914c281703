import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { insertOrganization, updatePlan } from '../store/organizations.ts';
import { addProject, type Project } from '../store/projects.ts';
import { openOAuth } from './oauth/open-oauth.ts';
import { openReaderTokens } from './reader-token.ts';

test('a key set on a private host is fetched only for organizations that were granted it', async (t) => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }];
  let requests = 0;
  const idp = createServer((_, response) => {
    requests++;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve));
  t.after(() => idp.close());
  const readerJwksUrl = `http://127.0.0.1:${(idp.address() as AddressInfo).port}/keys.json`;

  const store = await openTestStore(t);
  await insertOrganization(store, { id: 'org_2', slug: 'tenant', name: 'Tenant', plan: {}, createdAt: 0 });
  const project = {
    id: 'prj_1',
    organizationId: 'org_2',
    domain: 'docs',
    settings: { readerJwksUrl },
  } as Project;
  const token = await new SignJWT({ groups: ['staff'] })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setSubject('ann')
    .setAudience('docs')
    .setExpirationTime('5m')
    .sign(privateKey);

  const readers = openReaderTokens(store, ['127.0.0.1']);
  t.after(() => readers.close());
  assert.equal((await refusalOf(readers.verify(project, token, undefined))).code, 'invalid_reader');
  assert.equal(requests, 0);
  await updatePlan(store, 'org_2', { privateHosts: ['127.0.0.1'] });
  assert.deepEqual(await readers.verify(project, token, undefined), { sub: 'ann', groups: ['staff'] });
});

test('an identity provider that is down is no fault of the token', async (t) => {
  const { privateKey } = await generateKeyPair('ES256');
  const ways: RequestListener[] = [
    (_, response) => void response.writeHead(503).end(),
    (_, response) => void response.end('<h1>Maintenance</h1>'),
    (_, response) => void response.end('{}'),
    (request) => void request.socket.destroy(),
  ];
  const idp = createServer((request, response) => ways[Number(request.url!.slice(1))]!(request, response));
  await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve));
  t.after(() => idp.close());
  const store = await openTestStore(t);
  const plan = { privateHosts: ['127.0.0.1'] };
  await insertOrganization(store, { id: 'org_2', slug: 'tenant', name: 'Tenant', plan, createdAt: 0 });
  const readers = openReaderTokens(store, ['127.0.0.1']);
  t.after(() => readers.close());
  const oauth = openOAuth(store, () => 'https://docent.example', readers, {} as never);
  t.after(() => oauth.close());
  const signed = new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setSubject('ann')
    .setAudience('docs');
  const token = await signed.setIssuer('idp').setExpirationTime('5m').sign(privateKey);
  for (const nth of ways.keys()) {
    const jwksUrl = `http://127.0.0.1:${(idp.address() as AddressInfo).port}/${nth}`;
    const settings = { readerJwksUrl: jwksUrl, tokenIssuer: { issuer: 'idp', jwksUrl } };
    const project = { id: 'prj_1', organizationId: 'org_2', domain: 'docs', settings } as Project;
    await store.db.deleteFrom('projects').execute();
    await addProject(store, {
      ...project,
      name: 'D',
      baseUrl: null,
      sources: [],
      currentDeploymentId: null,
      createdAt: 0,
    });
    assert.equal((await refusalOf(oauth.admit(token, 'docs', '127.0.0.1'))).status, 503, jwksUrl);
    assert.equal((await refusalOf(readers.verify(project, token, undefined))).status, 503, jwksUrl);
  }
});
