import { defineCommand } from 'citty';
import { examineDocs, type DocsReport } from '../content/examine-docs.ts';
import type { BrokenLink } from '../content/link-closure.ts';
import { type Docs, listDocs, parseDocs } from '../content/read-docs.ts';
import { openFolder } from '../content/sources/folder.ts';
import { readSources } from '../deployments/read-sources.ts';
import { dataOption, docsFolder, jsonOption, pathArgument } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { exitCodes } from './exit-codes.ts';
import { withApp } from './open-app.ts';

/** Broken links that are shown; `--json` has them all. */
const maxLinks = 50;

export const doctorCommand = defineCommand({
  meta: {
    name: 'docent doctor',
    description: 'Say what a folder of docs holds, and which links lead nowhere.',
  },
  args: {
    path: pathArgument,
    project: { type: 'string', valueHint: 'DOMAIN', description: 'Look at the docs of this project.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    let exitCode: number = exitCodes.ok;
    for (const docs of await chooseDocs(args.path, args.project, args.data)) {
      const report = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
      console.log(args.json ? JSON.stringify(report) : describeReport(report));
      if (report.links.broken.some(({ why }) => why === 'stale')) exitCode = exitCodes.findings;
    }
    return exitCode;
  },
});

/** The docs of a folder, or of each source of a project. */
async function chooseDocs(
  path: string | undefined,
  domain: string | undefined,
  dataFolder: string | undefined,
): Promise<Docs[]> {
  if (domain === undefined) return [await listDocs(await openFolder(docsFolder(path)))];
  return withApp(dataFolder, async (app, organization) => {
    const project = await chooseProject(app, organization, domain);
    return (await readSources(app.sources, project)).parts.map(({ docs }) => docs);
  });
}

const unknownFramework = `              None of the frameworks that are known, so addresses are those of the files. If your site has
              others, index the site itself: docent projects add --site URL.`;

function describeReport(report: DocsReport): string {
  const { paths, anchors, broken } = report.links;
  const lines = [
    `Framework     ${report.framework}${report.baseUrl === '' ? '' : `, served at ${report.baseUrl}`}`,
    report.framework === 'plain' ? unknownFramework : '',
    `Pages         ${report.pages}, ${report.sections} sections${report.hidden > 0 ? `; ${report.hidden} more are hidden` : ''}`,
    list('Versions', report.versions),
    list('Languages', report.languages),
    list(
      'APIs',
      report.apis.map((api) => `${api.file} (${api.pages} pages)`),
    ),
    `Links         ${share(paths)} lead to a page, ${share(anchors)} anchors are there`,
    ...report.warnings.map(({ file, message }) => `Warning       ${file}: ${message}`),
    ...describeBroken(broken),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function list(name: string, values: string[]): string {
  return values.length === 0 ? '' : `${name.padEnd(14)}${values.join(', ')}`;
}

function share({ checked, resolved }: { checked: number; resolved: number }): string {
  const percent = checked === 0 ? 100 : (100 * resolved) / checked;
  return `${resolved} of ${checked} (${percent.toFixed(1)} %)`;
}

/** Stale links first: they are the ones to mend. */
function describeBroken(broken: BrokenLink[]): string[] {
  if (broken.length === 0) return [];
  const order = ['stale', 'redirected', 'generated'];
  const sorted = broken.toSorted((one, two) => order.indexOf(one.why) - order.indexOf(two.why));
  const shown = sorted.slice(0, maxLinks);
  const width = Math.max(...shown.map(({ file }) => file.length));
  const rows = shown.map(
    ({ file, part, why, target }) => `${why.padEnd(11)} ${part.padEnd(7)} ${file.padEnd(width)}  ${target}`,
  );
  const rest = broken.length - shown.length;
  return ['', ...rows, rest > 0 ? `… and ${rest} more; --json has them all.` : ''];
}
