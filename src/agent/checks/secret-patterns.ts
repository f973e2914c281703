/** The offsets of a likely secret in the text. */
export type SecretPlace = { kind: string; start: number; end: number };

type Pattern = { kind: string; pattern: RegExp; isReal?(value: string): boolean };

const password = '(?:password|passwd|passphrase|pwd)';
const named = `(?:${password}|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)`;

// Each pattern is fixed text and one bounded class, so a scan takes linear time.
const patterns: Pattern[] = [
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
  { kind: 'aws', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, isReal: (value) => !value.endsWith('EXAMPLE') },
  { kind: 'google', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'openai', pattern: /\bsk-(?:proj|svcacct|admin)-[\w-]{20,300}/g },
  { kind: 'stripe', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,200}/g },
  { kind: 'gitlab', pattern: /\bgl(?:pat|dt|rt)-[\w-]{20,100}/g },
  { kind: 'hugging-face', pattern: /\bhf_[A-Za-z0-9]{30,60}\b/g },
  { kind: 'admin-key', pattern: /\bsvc_(?!dsc_)[A-Za-z0-9]{20,200}/g },
  // https://www.rfc-editor.org/rfc/rfc7519: the usual sample in docs has the subject 1234567890.
  {
    kind: 'jwt',
    pattern: /(?<![\w.-])eyJ[\w-]{10,2000}\.eyJ[\w-]{5,8000}\.[\w-]{10,2000}/g,
    isReal: (value) => !Buffer.from(value.split('.')[1]!, 'base64url').includes('1234567890'),
  },
  {
    kind: 'assigned',
    pattern: new RegExp(
      `${named}["'\`]?[ \\t]{0,8}(?::=|=>|=|:|\\||is)[ \\t]{0,8}(["'\`])([^"'\`\\s]{6,200})\\1`,
      'gi',
    ),
    isReal: looksChosen,
  },
  {
    kind: 'assigned',
    pattern: new RegExp(`<()${named}>([^<>\\s]{6,200})</`, 'gi'),
    isReal: looksChosen,
  },
  {
    kind: 'assigned',
    pattern: new RegExp(
      `${password}(?:[ \\t]{0,8}[=:]()|(?<=--${password}) )[ \\t]{0,8}([A-Za-z0-9][^"'\`\\s|,;()]{5,199})(?![^\\s|,;])`,
      'gi',
    ),
    isReal: (value) => looksChosen(value) && !/[/.[\]]|::/.test(value),
  },
  {
    kind: 'assigned',
    pattern: new RegExp(`${named}[ \\t]{0,8}[=:][ \\t]{0,8}()([A-Za-z0-9+/_-]{16,200})(?![\\w(.[])`, 'gi'),
    isReal: looksRandom,
  },
  {
    kind: 'high-entropy',
    pattern: /(?<![\w+/=.-])[A-Za-z0-9+/_-]{32,200}={0,2}(?![\w+/=-])/g,
    isReal: looksRandom,
  },
];

// Docs are full of `password = "your-password"`.
const placeholder =
  /pass(?:word|phrase)?|pwd|secret|token|example|change|your|\bmy|xxx|yyy|placeholder|dummy|fake|redacted|sample|demo|test|foo|\.\.\.|…|12345|abcdef|qwerty|0{6}|^\$\w+$|^%\w+%$|[$#@]\{|\$\(|\{\{|%[sd]|<[^<>]+>|^\{.*\}$|\*{3}/i;

// Hashes and public keys are random but not secret; an address may hold nearly any text.
const harmlessBefore =
  /(?:sha\d{1,3}[-:]|base64,|ssh-[\w-]{1,30} |ecdsa-[\w-]{1,30} |(?:integrity|checksum|digest|hash)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?)$/i;
const publicBlock =
  /-----BEGIN (?:[A-Z0-9 ]{0,40}PUBLIC KEY|CERTIFICATE[A-Z ]{0,20})-----[^-]{0,20000}-----END/g;

/** Nobody reads a longer list, and a hostile file could hold any number. */
const maxFound = 500;

/** Secrets by their shape, and values assigned to a secret's name or too random for prose and code. */
export function secretsByShape(text: string): SecretPlace[] {
  const open = [...text.matchAll(publicBlock)].map(
    ({ index, 0: block }) => [index, index + block.length] as const,
  );
  const found: SecretPlace[] = [];
  for (const { kind, pattern, isReal = () => true } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const value = match[2] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      const end = start + value.length;
      if (found.length >= maxFound) return found;
      if (placeholder.test(value) || !isReal(value)) continue;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      if (kind === 'high-entropy' && isHarmless(text.slice(Math.max(0, start - 2_000), start), value))
        continue;
      if (!open.some(([from, to]) => from <= start && start < to)) found.push({ kind, start, end });
    }
  }
  return found;
}

/** Whether a random text is within an address, follows the name of a hash or public key, or is encoded text. */
const isHarmless = (before: string, value: string) =>
  harmlessBefore.test(before.slice(-60)) ||
  /^sha\d{1,3}-/.test(value) ||
  before.split(/\s/).at(-1)!.includes('://') ||
  /^(?:\{"|\x89PNG)/.test(Buffer.from(value, 'base64').toString('latin1'));

/** Whether somebody may have chosen it as a password: letters with a digit or a sign among them. */
function looksChosen(value: string): boolean {
  return /[a-z]/i.test(value) && /\d|[^\w.:/@-]/.test(value) && entropy(value) >= 2.7;
}

/** Whether upper case, lower case and digits alternate more often than in any word, name or path. */
function looksRandom(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || (value.match(/\d/g)?.length ?? 0) < 2) return false;
  return changes(value) >= 0.4 && entropy(value) >= Math.min(4.2, Math.log2(value.length) - 0.7);
}

/** The share of neighbouring characters that differ in class: lower case, upper case, digit. */
function changes(value: string): number {
  const classes = [...value].map((character) =>
    /[a-z]/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : 2,
  );
  return classes.filter((one, index) => index > 0 && one !== classes[index - 1]).length / (value.length - 1);
}

/** Bits per character: https://en.wikipedia.org/wiki/Entropy_(information_theory) */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / value.length) * Math.log2(count / value.length),
    0,
  );
}
