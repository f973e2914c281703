import { isAddress } from '../content/built/open-build.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { docsFolder, webUrl } from './arguments.ts';
import { builtPlace } from './built-option.ts';
import { type AgentReport, checkAgents } from './check-agents.ts';
import { exitCodes } from './exit-codes.ts';
import { readConfig } from './read-config.ts';

/** Docs with fewer points fail a CI check: the specification's grade A begins here. */
const enough = 90;

type Wanted = { path?: string; built?: string; json?: boolean };

/** `docent doctor PATH|URL --agents` */
export async function examineAgents({ path, built, json }: Wanted): Promise<number> {
  const report = await reportOn(path, built);
  console.log(json ? JSON.stringify(report) : cleanForTerminal(describe(report)));
  return report.score < enough ? exitCodes.findings : exitCodes.ok;
}

async function reportOn(path: string | undefined, built: string | undefined): Promise<AgentReport> {
  if (path !== undefined && isAddress(path)) {
    readConfig({});
    return checkAgents(webUrl('agents', path));
  }
  const { serveBriefly } = await import('./serve-briefly.ts');
  const docs = { folder: docsFolder(path), built: built === undefined ? undefined : builtPlace(built) };
  return serveBriefly(docs, (address) => checkAgents(address, { requestDelay: 0 }));
}

function describe({ score, grade, cap, pages, specification, checks }: AgentReport): string {
  const lines = checks.map(({ id, status, message }) => `${status.padEnd(5)} ${id.padEnd(29)} ${message}`);
  const advice = checks.flatMap(({ id, advice: text }) => (text === null ? [] : [`${id}: ${text}`]));
  return [
    `Score         ${score} of 100 (${grade})${cap === null ? '' : `. ${cap}`}`,
    `Checked       ${pages} pages, by version ${specification.replace(/^v/, '')} of https://agentdocsspec.com`,
    '',
    ...lines,
    ...(advice.length === 0 ? [] : ['', ...advice]),
  ].join('\n');
}
