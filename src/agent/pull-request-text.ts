import type { PullRequestDetails, PullRequestText } from '../forges/forge.ts';
import type { Job } from '../store/jobs.ts';
import { describeFinding, type Finding } from './checks/finding.ts';
import type { OthersChange } from './others-changes.ts';
import { plainLine, plainMarkdown } from './plain-text.ts';
import { proofText } from './proof-text.ts';
import type { Finish } from './tools/tool.ts';

// GitHub accepts at most 65,536 characters, and people add some of them.
const maxLength = 50_000;
const maxQuoteLength = 4_000;
const minQuoteLength = 400;
const maxRequests = 10;
const maxRounds = 8;
const maxFiles = 60;
const maxFindings = 30;
const maxOthers = 20;
const maxClaims = 30;
const maxFindingLength = 300;

const areas = 'syntax, front matter, links, anchors, images, references, navigation, code and secrets';

/** Content of a pull request beyond the job's own state. */
export type PullRequestParts = {
  requests: readonly { text: string; by: string | null }[];
  /** One per round, oldest first, including this one. */
  rounds: readonly Round[];
  /** The whole change: texts by path, null for a deleted file. */
  files: Record<string, string | null>;
  /** What the code says of the facts that it adds or edits. */
  claims?: readonly string[];
  previewUrl: string | null;
  /** People's open pull requests, whose pages it leaves alone. */
  others?: readonly OthersChange[];
};

/** The model's report at the end of a round. */
export type Round = { summary: string[]; notVerified: string[] };

/** For reviewers: what to check first, changes and reasons, unverified points, files, checks, requests, next steps. */
export function pullRequestText(
  job: Job,
  { requests, rounds, files, claims = [], previewUrl, others = [] }: PullRequestParts,
): PullRequestText {
  const findings = job.findings as Finding[];
  const reviews = findings.filter(({ severity }) => severity === 'review');
  const checked = findings.filter(({ severity }) => severity !== 'review');
  const shown = rounds.slice(-maxRounds);
  const text = [
    section('Look here first', findingList(reviews)),
    section('What changed', bullets(shown.flatMap(({ summary }) => summary))),
    section('Not verified', bullets([...new Set(shown.flatMap(({ notVerified }) => notVerified))])),
    section('Proof', job.proof == null ? '' : proofText(job.proof)),
    section('Facts, and the code that decides them', bullets(claims, maxClaims)),
    previewUrl === null ? '' : `Preview: ${previewUrl}`,
    section('Files', fileList(files)),
    section('Left alone, for people change them', othersList(others, files)),
    section(
      'Checks',
      checked.length > 0
        ? findingList(checked)
        : reviews.length > 0
          ? `They found what stands at the top, which a person has to judge, and nothing else in ${areas}.`
          : `${areas[0]!.toUpperCase()}${areas.slice(1)}: nothing newly broken.`,
    ),
    section('Request', requestList(requests)),
    `Made by Docent, job \`${job.id}\`. To have it changed: \`docent job --follow ${job.id} "what to change"\`, or send the job a message. What you write above or below this part stays as it is.`,
  ];
  return {
    title: plainLine(job.title ?? 'Change the docs'),
    body: markedBlock(withinLimit(text.filter(Boolean)).join('\n\n')),
    draft:
      job.draft ||
      findings.some((finding) => finding.severity !== 'warning') ||
      'early' in (job.finish as Finish),
  };
}

/**
 * The same for an open pull request: its title and people's text stay, and so does a draft.
 * @param isOurs we made it a draft because of findings, and nobody has touched it since; without findings it becomes
 * ready
 */
export function changedText(
  before: Pick<PullRequestDetails, 'title' | 'body' | 'draft'>,
  text: PullRequestText,
  isOurs = false,
): PullRequestText {
  return {
    title: before.title,
    body: withBlock(before.body, text.body),
    draft: (before.draft && !isOurs) || text.draft,
  };
}

/** Shortens the longest sections from their ends until all sections fit. */
function withinLimit(sections: string[]): string[] {
  const fitting = [...sections];
  while (fitting.join('').length > maxLength) {
    const longest = fitting.reduce((best, text, at) => (text.length > fitting[best]!.length ? at : best), 0);
    const half = fitting[longest]!.slice(0, fitting[longest]!.length / 2);
    fitting[longest] = `${half.slice(0, Math.max(half.lastIndexOf('\n'), half.length / 2))}\n\n…`;
  }
  return fitting;
}

const section = (title: string, text: string) => (text === '' ? '' : `## ${title}\n\n${text}`);

/** A list of at most so many lines, which says how many are left out. */
function listed(lines: readonly string[], most = Infinity): string {
  const rest = lines.length > most ? [`and ${lines.length - most} more`] : [];
  return [...lines.slice(0, most), ...rest].map((line) => `- ${line}`).join('\n');
}

const bullets = (texts: readonly string[], most?: number) =>
  listed(
    texts.map((text) => plainMarkdown(text.replace(/\s+/g, ' ').trim())),
    most,
  );

const asCode = (path: string) => `\`${path.replaceAll('`', '')}\``;

function fileList(files: Record<string, string | null>): string {
  const lines = Object.entries(files).map(
    ([path, text]) => `${asCode(path)}${text === null ? ' (deleted)' : ''}`,
  );
  return listed(lines, maxFiles);
}

/** Pages of people's open pull requests, without those that this one changes as well. */
function othersList(others: readonly OthersChange[], own: Record<string, string | null>): string {
  const lines = others.flatMap(({ url, files }) =>
    files.filter((file) => !(file in own)).map((file) => `${asCode(file)}: ${url}`),
  );
  return listed(lines, maxOthers);
}

const findingList = (findings: readonly Finding[]) =>
  bullets(
    findings.map((finding) => describeFinding(finding).slice(0, maxFindingLength)),
    maxFindings,
  );

function requestList(requests: PullRequestParts['requests']): string {
  const length = Math.max(Math.floor(maxQuoteLength / Math.max(requests.length, 1)), minQuoteLength);
  const shown = requests.length > maxRequests ? [requests[0]!, ...requests.slice(1 - maxRequests)] : requests;
  return shown
    .map(
      ({ text, by }) =>
        `${by === null ? '' : `Asked by ${plainMarkdown(plainLine(by))}:\n\n`}${quote(text, length)}`,
    )
    .join('\n\n');
}

function quote(text: string, length: number): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text;
  return plainMarkdown(cut)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

const begin = '<!-- docent:begin -->';
const end = '<!-- docent:end -->';

/** Marks around our part of a pull request's text; the rest belongs to people. */
const markedBlock = (text: string) => `${begin}\n${text}\n${end}`;

/** The text with our block, in place of an earlier block or else at the end. */
function withBlock(body: string, block: string): string {
  const [from, to] = [body.indexOf(begin), body.lastIndexOf(end)];
  if (from < 0 || to < from) return body.trim() === '' ? block : `${body.trimEnd()}\n\n${block}`;
  return body.slice(0, from) + block + body.slice(to + end.length);
}
