import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** A secret by its kind and line; its value is never told to anyone. */
type FoundSecret = { kind: string; line: number };

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }];
// Docs are full of `postgres://user:password@host`.
const placeholder = /pass|pwd|secret|token|example|change|your|xxx|[<>{}$*]/i;
const ownAdminKey = /\bsvc_(?!dsc_)[A-Za-z0-9]{20,}/;

/** Finds what looks like a live secret. */
export async function findSecrets(path: string, text: string): Promise<FoundSecret[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: `/${path}`, ext: `.${path.split('.').at(-1)}`, contentType: 'text' },
    options: { config: { rules }, noPhysicFilePath: true },
  });
  const found: FoundSecret[] = [];
  for (const { ruleId, range, loc } of messages) {
    const kind = ruleId.split('secretlint-rule-').at(-1)!;
    if (!isPlaceholder(kind, text.slice(range[0], range[1]))) found.push({ kind, line: loc.start.line });
  }
  text.split('\n').forEach((line, index) => {
    if (ownAdminKey.test(line)) found.push({ kind: 'admin-key', line: index + 1 });
  });
  return found;
}

function isPlaceholder(kind: string, match: string): boolean {
  if (kind !== 'basicauth' && kind !== 'database-connection-string') return false;
  const password = /:\/\/[^:/\s]{0,100}:([^@\s]{0,200})@/.exec(match)?.[1] ?? '';
  return password.length < 12 || placeholder.test(password);
}
