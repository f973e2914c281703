import type { FirstKeys } from '../accounts/ensure-project.ts';
import { sourceName } from '../accounts/manage-projects.ts';
import type { DeployResult } from '../deployments/deploy-deps.ts';
import type { Project } from '../store/projects.ts';
import { print } from './print.ts';
import { describeDeployment } from './show-deployment.ts';
import { program } from '../lib/program.ts';

type Ready = {
  project: Project;
  keys: FirstKeys | null;
  url: string;
  /** Null when there is an account already. */
  setupLink: string | null;
  /** The URL of the project's public page, if it has one. */
  askPage: string | undefined;
  deployed: DeployResult;
  asJson: boolean;
  /** `provider/model` or `extractive`, in order of preference. */
  models: readonly string[];
  /** Null: conversations are kept without limit. */
  retentionDays: number | null;
  /** Null: a month's answers are not limited, except by plans. */
  creditsPerMonth: number | null;
  /** What it listens on, as `DOCENT_HOST` says it. */
  host: string;
};

/** Prints that the server is ready: for people, or as one line of JSON. Keys appear only when just created. */
export function showReady({
  url,
  project,
  keys,
  setupLink,
  askPage,
  deployed,
  asJson,
  models,
  retentionDays,
  creditsPerMonth,
  host,
}: Ready): void {
  const { domain, id: projectId } = project;
  // Public: it stands in that page.
  const askPageKey = askPage === undefined ? undefined : project.settings.askPageKey;
  const open = openDoors({ host, url, askPage });
  if (asJson) {
    for (const door of open) console.error(door);
    if (setupLink !== null) console.error(`Open ${setupLink} within an hour to create the owner account.`);
    return console.log(JSON.stringify({ url, domain, projectId, ...keys, ...(askPage && { askPage }) }));
  }
  const lines = [
    `Docent answers from ${project.sources.map(sourceName).join(', ')}: ${describeDeployment(deployed)}.`,
    '',
    `  Address        ${url}`,
    `  Domain         ${domain}`,
    `  Project id     ${projectId}`,
    `  Answered by    ${describeModels(models)}`,
    ...(hasModel(models)
      ? [`  Answers        ${describeLimit(creditsPerMonth)} (DOCENT_CREDITS_PER_MONTH)`]
      : []),
    `  Conversations  ${retentionDays === null ? 'kept forever' : `deleted ${retentionDays} days after their last use`} (DOCENT_RETENTION_DAYS)`,
    ...(askPage === undefined ? [] : [`  Ask in a page  ${askPage}`]),
    ...(keys === null
      ? [`  Keys           shown once; create more with \`${program} keys create\``]
      : [
          `  Assistant key  ${keys.assistantKey}   (public)`,
          `  Admin key      ${keys.adminKey}   (secret)`,
          '',
          'Save these keys now; they won’t be shown again.',
        ]),
    ...(open.length === 0 ? [] : ['', ...open]),
    ...(setupLink === null
      ? []
      : ['', `  Set up         ${setupLink}`, '', 'Open it within an hour to create the owner account.']),
    '',
    'Try it:',
    '',
    curlLine(url, domain, keys?.assistantKey ?? askPageKey ?? '$DOCENT_ASSISTANT_KEY'),
    ...(keys === null && askPageKey === undefined
      ? [`Set DOCENT_ASSISTANT_KEY to a key of \`${program} keys create --kind assistant\` first.`]
      : []),
    '',
    // The tag's key can be shown only now.
    ...(keys === null ? [] : ['Put Ask AI on your site:', '', widgetTag(url, domain, keys.assistantKey), '']),
  ];
  print(lines.join('\n'));
}

/** Who may reach the server and read the docs; shown at each start, because only the operator decides it. */
function openDoors({ host, url, askPage }: Pick<Ready, 'host' | 'url' | 'askPage'>): string[] {
  const everybody = isLoopback(host) ? 'anyone on this machine' : `anyone who can reach ${url}`;
  return [
    ...(isLoopback(host)
      ? []
      : [
          `It listens on ${isAny(host) ? 'every address of this machine' : host} (DOCENT_HOST), not on this machine alone.`,
        ]),
    ...(askPage === undefined
      ? []
      : [
          `The public page is open: ${everybody} can read and ask these docs without a key. To close it: Settings in the dashboard, or DELETE /manage/v1/projects/…/ask-page.`,
        ]),
  ];
}

const isAny = (host: string) => /^(?:0\.0\.0\.0|::|)$/.test(host);
const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);

const hasModel = (models: readonly string[]) => models.some((name) => name !== 'extractive');

/** The limits on the cost of a model that anybody with a public key may use. */
function describeLimit(creditsPerMonth: number | null): string {
  return creditsPerMonth === null
    ? 'no monthly limit, nor a limit on cost'
    : `at most ${creditsPerMonth} per month`;
}

function describeModels(models: readonly string[]): string {
  if (hasModel(models)) return `${models.join(', then ')} (DOCENT_MODEL)`;
  return `excerpts of the docs; connect a model: DOCENT_MODEL=openai/gpt-5-mini OPENAI_API_KEY=… ${program} serve`;
}

function widgetTag(url: string, domain: string, key: string): string {
  return `<script src="${url}/widget.js" data-domain="${domain}" data-key="${key}" defer></script>`;
}

function curlLine(url: string, domain: string, key: string): string {
  const body = {
    fp: 'anonymous',
    messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I get started?' }] }],
  };
  return `curl -N ${url}/discovery/v2/assistant/${domain}/message -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`;
}
