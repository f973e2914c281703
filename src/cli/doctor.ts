import { resolve } from 'node:path';
import { defineCommand } from 'citty';
import { examineDocs } from '../content/examine-docs.ts';
import { type LocatedReport, withLines } from '../content/report-lines.ts';
import { type Docs, listDocs, parseDocs } from '../content/read-docs.ts';
import type { ParsedFile } from '../content/parse-page.ts';
import { splitGuidance } from '../content/read-guidance.ts';
import { configNames } from '../content/frameworks/claims.ts';
import { openFolder } from '../content/sources/folder.ts';
import { openSources } from '../deployments/read-sources.ts';
import { dataOption, docsFolder, jsonOption, pathArgument } from './arguments.ts';
import type { Config } from '../config.ts';
import { readConfig } from './read-config.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { languageAdvice } from '../retrieval/embedding/language-advice.ts';
import { openEmbedder } from '../retrieval/embedding/open-embedder.ts';
import { type Comparison, compareWithRule } from '../content/compare-rule.ts';
import type { BuildMatch } from '../content/built/place-build.ts';
import { builtOption, readBuild } from './built-option.ts';
import { describeComparison } from './describe-built.ts';
import { checkSystem } from './check-system.ts';
import { chooseProject } from './choose-project.ts';
import { counted } from './counted.ts';
import { exitCodes } from './exit-codes.ts';
import { groupWarnings } from './group-warnings.ts';
import { withApp } from './open-app.ts';
import { readUrls } from './source-arguments.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

/** Maximum printed broken links; `--json` has all of them. */
const maxLinks = 50;

export const doctorCommand = defineCommand({
  meta: {
    name: 'docent doctor',
    description: 'Report what a folder of docs contains and which links are broken.',
  },
  args: {
    path: pathArgument,
    project: { type: 'string', valueHint: 'DOMAIN', description: 'Check this project’s docs.' },
    urls: {
      type: 'string',
      valueHint: 'JSON',
      description: 'Try a mapping from files to addresses: \'{"stripNumbers": true, "prefix": "docs"}\'.',
    },
    built: builtOption,
    agents: {
      type: 'boolean',
      description:
        'Check what agents can do with the docs, as Docent serves them or at an address in place of PATH.',
    },
    system: { type: 'boolean', description: 'Check the machine instead of the docs.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    if (args.system === true) return examineSystem(args.data, args.json === true);
    if (args.agents === true) {
      if (args.project !== undefined || args.urls !== undefined)
        throw new UsageError('--agents takes a folder or an address, without --project and --urls.');
      const { examineAgents } = await import('./examine-agents.ts');
      return examineAgents(args);
    }
    let exitCode: number = exitCodes.ok;
    for (const docs of await chooseDocs(args)) {
      const parsed = await Array.fromAsync(parseDocs(docs));
      const report = await withLines(docs, examineDocs(docs, parsed));
      const advice = await adviseOnLanguage(parsed, readConfig({ dataFolder: args.data }));
      const built = docs.built && { ...(await compareWithRule(docs, parsed)), match: docs.built };
      const shown = () => cleanForTerminal(describeReport(report, advice, built).join('\n'));
      console.log(
        args.json ? JSON.stringify({ ...report, advice, ...(built && { built: forJson(built) }) }) : shown(),
      );
      if (hasFindings(report)) exitCode = exitCodes.findings;
    }
    return exitCode;
  },
});

/** @returns null also when the configured model cannot be used, which `--system` reports */
async function adviseOnLanguage(
  parsed: ParsedFile[],
  { embedding, dataFolder }: Config,
): Promise<string | null> {
  const embedder = await openEmbedder({ ...embedding, folder: dataFolder }).catch(() => null);
  const texts = parsed.flatMap(({ pages }) =>
    pages.flatMap(({ sections }) => sections.map(({ text }) => text)),
  );
  const advice = embedder && languageAdvice(texts, embedder);
  await embedder?.close();
  return advice;
}

async function examineSystem(dataFolder: string | undefined, asJson: boolean): Promise<number> {
  const checks = await checkSystem(readConfig({ dataFolder }));
  for (const check of checks) {
    const { name, found, problem } = check;
    if (asJson) console.log(JSON.stringify(check));
    else
      console.log(
        `${problem === null ? 'ok   ' : 'look '} ${name.padEnd(12)} ${found}${problem === null ? '' : `. ${problem}`}`,
      );
  }
  return checks.some(({ problem }) => problem !== null) ? exitCodes.findings : exitCodes.ok;
}

/** The docs of a folder, or of each source of a project. */
async function chooseDocs({
  path,
  project: domain,
  urls,
  built,
  data,
}: {
  path?: string;
  built?: string;
  project?: string;
  urls?: string;
  data?: string;
}): Promise<Docs[]> {
  const { baseUrl } = readConfig({ dataFolder: data });
  const tried = {
    ...(domain === undefined && { baseUrl }),
    ...(urls !== undefined && { urls: readUrls(urls) }),
    ...(built !== undefined && { built: await readBuild(built) }),
  };
  if (domain === undefined)
    return [await listDocs(await openFolder(resolve(docsFolder(path)), configNames), tried)];
  return withApp(data, async (app, organization) => {
    const project = await chooseProject(app, organization, domain);
    return Array.fromAsync(openSources(app.sources, project), async ({ open }) => {
      const { tree, site } = await open();
      return listDocs((await splitGuidance(tree)).docs, site);
    });
  });
}

/** Problems that should fail a CI check: broken links, noise in the text, pages that lost content. */
function hasFindings({ links, noise, findings }: LocatedReport): boolean {
  return links.broken.some(({ why }) => why === 'stale') || noise > 0 || findings.fellBack.length > 0;
}

const unknownFramework = `              No known framework, so addresses follow the file paths. If your site's addresses
              differ, index the site itself: ${program} projects add --site URL.`;

type Built = Comparison & { match: BuildMatch };

function forJson({ match, ...comparison }: Built): object {
  const { name, count, pages, unpublished, unmatched } = match;
  const by = Object.fromEntries([...pages].map(([file, one]) => [file, one.by]));
  return { name, pages: count, by, unpublished, unmatched, compared: comparison };
}

function describeReport(report: LocatedReport, advice: string | null, built: Built | undefined): string[] {
  const { links, findings } = report;
  const lines = [
    `Framework     ${report.framework}${report.baseUrl === '' ? '' : `, served at ${report.baseUrl}`}`,
    `Folder        ${report.folder}: ${report.reason}`,
    report.framework === 'plain' ? unknownFramework : '',
    `Pages         ${report.pages}, ${counted(report.sections, 'section', 'sections')}${report.hidden > 0 ? `; ${counted(report.hidden, 'hidden page', 'hidden pages')}` : ''}`,
    list('Versions', report.versions),
    list('Languages', report.languages),
    list('Meaning', advice === null ? [] : [advice]),
    list(
      'APIs',
      report.apis.map((api) => `${api.file} (${counted(api.pages, 'page', 'pages')})`),
    ),
    ...(built === undefined ? [] : describeComparison(built.match, built)),
    `Links         ${share(links.internal, links.resolved)} lead to a page, ${share(links.anchors, links.anchorsResolved)} anchors exist`,
    `Noise         ${share(report.sections, report.noise)} sections contain leftover markup`,
    ...describeFindings(findings),
    ...groupWarnings(report.warnings, maxExamples, '; --json has them all.').map(
      (line) => `Warning       ${line}`,
    ),
    ...describeBroken(links.broken),
  ];
  return lines.filter((line) => line !== '');
}

/** Maximum printed files and examples of each kind; `--json` has all of them. */
const maxExamples = 5;

function describeFindings(findings: LocatedReport['findings']): string[] {
  const { leaks, lostExpressions, fellBack, wrongScript, emptyOperations, duplicateTitles } = findings;
  const shown = (found: { file: string; line: number | null; text: string }): string =>
    `${placeOf(found)}: ${found.text.replaceAll('\n', ' ')}`;
  const titles = duplicateTitles.map(({ title, pages }) => `${title} (${pages} pages)`);
  return [
    ...examples('Leftover markup in', 'places', leaks.map(shown)),
    ...examples('Unknown expressions:', 'in all', lostExpressions.map(shown)),
    ...examples('Read by a simpler parser:', 'pages', fellBack),
    ...examples('In another script than their language:', 'pages', wrongScript),
    ...examples('Without a description:', 'API operations', emptyOperations),
    ...examples('Duplicate titles:', 'in all', titles),
  ];
}

function examples(what: string, unit: string, all: string[]): string[] {
  if (all.length === 0) return [];
  return [`${what} ${all.length} ${unit}`, ...all.slice(0, maxExamples).map((one) => `  ${one}`)];
}

function list(name: string, values: string[]): string {
  return values.length === 0 ? '' : `${name.padEnd(14)}${values.join(', ')}`;
}

function share(all: number, part: number): string {
  if (all === 0) return '0 of 0';
  return `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;
}

/** `guide.md:12`, as editors and terminals open it. */
function placeOf({ file, line }: { file: string; line: number | null }): string {
  return line === null ? file : `${file}:${line}`;
}

/** Stale links come first, because these need a fix. */
function describeBroken(broken: LocatedReport['links']['broken']): string[] {
  if (broken.length === 0) return [];
  const order = ['stale', 'unpublished', 'missing', 'redirected', 'generated'];
  const sorted = broken.toSorted((one, two) => order.indexOf(one.why) - order.indexOf(two.why));
  const shown = sorted.slice(0, maxLinks);
  const width = Math.max(...shown.map((link) => placeOf(link).length));
  const rows = shown.map(
    (link) => `${link.why.padEnd(11)} ${link.part.padEnd(7)} ${placeOf(link).padEnd(width)}  ${link.target}`,
  );
  const rest = broken.length - shown.length;
  return ['', ...rows, rest > 0 ? `… and ${rest} more; --json has them all.` : ''];
}
