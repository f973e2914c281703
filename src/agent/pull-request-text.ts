import type { PullRequestText } from '../forges/forge.ts';
import type { Job } from '../store/jobs.ts';
import { describeFinding, type Finding } from './checks/finding.ts';
import { plainLine, plainMarkdown } from './plain-text.ts';
import type { Finish } from './tools/tool.ts';

const maxQuoteLength = 1500;
const maxFiles = 60;
const maxFindings = 30;
const maxFindingLength = 300;

/** What a reviewer needs: what changed and why, what nobody verified, files, checks, the request, how to go on. */
export function pullRequestText(
  job: Job,
  requests: readonly string[],
  files: Record<string, string | null>,
): PullRequestText {
  const { summary, notVerified, ...rest } = job.finish as Finish;
  const findings = job.findings as Finding[];
  const reviews = findings.filter(({ severity }) => severity === 'review');
  const checked = findings.filter(({ severity }) => severity !== 'review');
  const body = [
    section('Look here first', findingList(reviews)),
    section('What changed', bullets(summary)),
    section('Not verified', bullets(notVerified)),
    section('Files', fileList(files)),
    section(
      'Checks',
      checked.length === 0
        ? 'Syntax, front matter, links, anchors, images, navigation, code and secrets: nothing newly broken.'
        : findingList(checked),
    ),
    section('Request', quote(requests.join('\n\n'))),
    `Made by Docent, job \`${job.id}\`. To have it changed: \`docent job --follow ${job.id} "what to change"\`, or send the job a message.`,
  ];
  return {
    title: plainLine(job.title ?? 'Change the docs'),
    body: body.filter(Boolean).join('\n\n'),
    draft: job.draft || findings.some((finding) => finding.severity !== 'warning') || 'early' in rest,
  };
}

const section = (title: string, text: string) => (text === '' ? '' : `## ${title}\n\n${text}`);

const bullets = (texts: readonly string[]) =>
  texts.map((text) => `- ${plainMarkdown(text.replace(/\s+/g, ' ').trim())}`).join('\n');

function fileList(files: Record<string, string | null>): string {
  const lines = Object.entries(files).map(
    ([path, text]) => `- \`${path.replaceAll('`', '')}\`${text === null ? ' (deleted)' : ''}`,
  );
  const rest = lines.length > maxFiles ? [`- and ${lines.length - maxFiles} more`] : [];
  return [...lines.slice(0, maxFiles), ...rest].join('\n');
}

// GitHub takes at most 65,536 characters.
function findingList(findings: readonly Finding[]): string {
  const shown = findings
    .slice(0, maxFindings)
    .map((finding) => describeFinding(finding).slice(0, maxFindingLength));
  const rest = findings.length - shown.length;
  return bullets(rest > 0 ? [...shown, `and ${rest} more`] : shown);
}

function quote(text: string): string {
  const cut = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text;
  return plainMarkdown(cut)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
