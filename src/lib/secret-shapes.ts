/**
 * The shapes of secrets: our own, and those of providers and forges, which people paste or errors quote. Each begins with
 * fixed text, which tells its kind, and goes on with one class, so a scan takes linear time.
 */
const words: [kind: string, rest: string][] = [
  // Ours: keys, thread keys, invitations, links to a new password, sessions, webhook and reader secrets.
  ['svc_dsc_|svc_|thk_|inv_|pwr_|ses_|whs_|whsec_|rds_', '[A-Za-z0-9]{16,}'],
  // Model providers: https://platform.openai.com, https://docs.anthropic.com, Stripe, Groq, Hugging Face.
  ['(?:sk|pk|rk)[-_]|gsk_|hf_', '[A-Za-z0-9_-]{16,}'],
  // Jina, Voyage, xAI, NVIDIA, Replicate, Fireworks, Perplexity, Cerebras, Together, SendGrid.
  [String.raw`jina_|pa-|xai-|nvapi-|r8_|fw_|pplx-|csk-|tgp_v1_|SG\.`, '[A-Za-z0-9_.-]{20,}'],
  // https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
  ['gh[pousr]_|github_pat_|glpat-|gldt-|glptt-|glrt-|gloas-|npm_', '[A-Za-z0-9_-]{16,}'],
  // https://api.slack.com/concepts/token-types
  ['xox[a-z]-|xapp-', '[A-Za-z0-9-]{10,}'],
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
  ['AKIA|ASIA', String.raw`[A-Z0-9]{16}\b`],
  [String.raw`AIza|ya29\.`, '[A-Za-z0-9_-]{30,}'],
];
const privateKey = (edge: string) => `-----${edge} [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----`;
const others: [kind: string, rest: string][] = [
  // In a log the line breaks of a key are escaped, so the class includes the backslash.
  [privateKey('BEGIN'), `[^-]{0,16000}(?:${privateKey('END')})?`],
  [String.raw`://[^\s/:@"]*:`, String.raw`[^\s/@"]+(?=@)`],
];

const prefixed = [
  ...words.map(([kind, rest]) => new RegExp(String.raw`\b(${kind})${rest}`, 'g')),
  ...others.map(([kind, rest]) => new RegExp(`(${kind})${rest}`, 'g')),
];
const kindsOf = (shapes: typeof words) => shapes.map(([kind]) => kind).join('|');
/** The beginnings of all shapes: one scan rules out most texts. */
const anyKind = new RegExp(String.raw`\b(?:${kindsOf(words)})|${kindsOf(others)}`);

/** Candidates for JSON Web Tokens: whole runs of its characters that are long enough for three parts. */
const tokenRun = /(?<![\w.-])[\w.-]{34,}/g;
const tokenHead = /(?<!\w)eyJ[\w-]{10}/;
const minTokenPart = 10;

/**
 * Replaces every secret in a text, in linear time.
 * @param mark returns the replacement; its argument is the secret's prefix, which tells its kind
 */
export function replaceSecrets(text: string, mark: (kind: string) => string): string {
  let replaced = text;
  if (anyKind.test(text))
    for (const pattern of prefixed) replaced = replaced.replace(pattern, (_, kind: string) => mark(kind));
  if (!replaced.includes('eyJ')) return replaced;
  return replaced.replace(tokenRun, (run) => replaceTokens(run, mark('eyJ')));
}

/** https://www.rfc-editor.org/rfc/rfc7519: three parts with dots between them, of which the first is a JSON object. */
function replaceTokens(run: string, mark: string): string {
  const parts = run.split('.');
  const kept: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const head = parts[i]!;
    const start = (parts[i + 1]?.length ?? 0) >= minTokenPart ? head.search(tokenHead) : -1;
    const isToken = start >= 0 && (parts[i + 2]?.length ?? 0) >= minTokenPart;
    kept.push(isToken ? head.slice(0, start) + mark : head);
    if (isToken) i += 2;
  }
  return kept.join('.');
}
