import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { type SecretPlace, secretsByShape } from './secret-patterns.ts';

/** The kind and place of a secret, never its value. */
type FoundSecret = SecretPlace & { line: number };

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }];
// Docs are full of `postgres://user:password@host`.
const placeholder = /pass|pwd|secret|token|example|change|your|xxx|[<>{}$*]/i;

/** Finds what looks like a live secret, in the order of the text. */
export async function findSecrets(path: string, text: string): Promise<FoundSecret[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: `/${path}`, ext: `.${path.split('.').at(-1)}`, contentType: 'text' },
    options: { config: { rules }, noPhysicFilePath: true },
  });
  const found: SecretPlace[] = [];
  for (const { ruleId, range } of messages) {
    const kind = ruleId.split('secretlint-rule-').at(-1)!;
    const [start, end] = range;
    if (!isPlaceholder(kind, text.slice(start, end))) found.push({ kind, start, end });
  }
  const others = secretsByShape(text).filter(
    ({ start, end }) => !found.some((other) => start < other.end && other.start < end),
  );
  const places = [...found, ...others].sort((a, b) => a.start - b.start);
  let [at, line] = [0, 1];
  return places.map((place) => {
    for (; at < place.start; at++) if (text[at] === '\n') line += 1;
    return { ...place, line };
  });
}

function isPlaceholder(kind: string, match: string): boolean {
  if (kind !== 'basicauth' && kind !== 'database-connection-string') return false;
  const password = /:\/\/[^:/\s]{0,100}:([^@\s]{0,200})@/.exec(match)?.[1] ?? '';
  return password.length < 12 || placeholder.test(password);
}
