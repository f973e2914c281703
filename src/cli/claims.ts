import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineCommand } from 'citty';
import { checkClaims, checkTouched } from '../claims/check-claims.ts';
import type { Claim } from '../claims/claim.ts';
import type { CodeTree } from '../claims/code/read-code.ts';
import { readFacts } from '../claims/read-facts.ts';
import { listDocs } from '../content/read-docs.ts';
import { openCodeHistory } from '../content/sources/code-history.ts';
import { configNames } from '../content/frameworks/claims.ts';
import { openFolder } from '../content/sources/folder.ts';
import { pathWithin } from '../content/sources/path-within.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { docsFolder, jsonOption, pathArgument } from './arguments.ts';
import { counted } from './counted.ts';
import { exitCodes } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';

export const claimsCommand = defineCommand({
  meta: {
    name: 'docent claims',
    description:
      'Check what the docs say about the code: flags, defaults, routes, names and more. Needs no model.',
  },
  args: {
    path: pathArgument,
    code: { type: 'string', valueHint: 'REPO', description: 'Folder with the code, or a git directory.' },
    since: {
      type: 'string',
      valueHint: 'REF',
      description: 'Only what commits since this branch, tag or commit touch.',
    },
    json: jsonOption,
  },
  async run({ args }) {
    if (args.code === undefined) throw new UsageError('Name the folder with the code: --code REPO.');
    const docs = resolve(docsFolder(args.path));
    const repository = resolve(args.code);
    const facts = await readFacts(await listDocs(await openFolder(docs, configNames)));
    const isBare = existsSync(join(repository, 'HEAD')) && existsSync(join(repository, 'objects'));
    const within = pathWithin(repository, docs);
    const withoutDocs = (tree: CodeTree): CodeTree => ({
      ...tree,
      files:
        within === null || within === ''
          ? tree.files
          : tree.files.filter((file) => !file.startsWith(`${within}/`)),
    });
    const history =
      isBare || args.since !== undefined ? await openCodeHistory(repository, args.since ?? null) : null;
    const now = withoutDocs(history?.now ?? (await openFolder(repository)));
    const claims: Claim[] =
      history?.before == null
        ? await checkClaims(facts, now)
        : await checkTouched(facts, { before: withoutDocs(history.before), now, changed: history.changed });
    console.log(
      args.json ? JSON.stringify(claims.map(plain)) : cleanForTerminal(describe(claims).join('\n')),
    );
    return claims.some(isUntrue) ? exitCodes.failure : exitCodes.ok;
  },
});

const isUntrue = ({ status }: Claim) => status === 'contradicted' || status === 'gone';

function plain({ kind, text, page, line, status, evidence }: Claim): Claim {
  return { kind, text, page, line, status, evidence };
}

/** What is untrue, claim by claim, and how many there are of each status. */
function describe(claims: readonly Claim[]): string[] {
  const shown = claims.filter(isUntrue).map(({ status, kind, text, page, line, evidence }) => {
    const places = evidence.map((one) => `${one.path}:${one.line}`).join(', ');
    return `${status.padEnd(12)} ${page}:${line}  ${kind} ${text}${places === '' ? '' : `  (${places})`}`;
  });
  const count = (status: Claim['status']) => claims.filter((one) => one.status === status).length;
  const sums = (['holds', 'contradicted', 'gone', 'unknown'] as const).map(
    (status) => `${count(status)} ${status}`,
  );
  return [...shown, `${counted(claims.length, 'claim', 'claims')}: ${sums.join(', ')}`];
}
