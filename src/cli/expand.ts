import { defineCommand } from 'citty';
import { recordAuditEvent } from '../accounts/audit-event.ts';
import {
  allowExpansion,
  endExpansion,
  type ExpansionState,
  readExpansion,
} from '../deployments/allow-expansion.ts';
import type { Project } from '../store/projects.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { commandEvent } from './command-event.ts';
import { withApp } from './open-app.ts';
import { showProgress } from './progress.ts';
import { UsageError } from './usage-error.ts';

export const expandCommand = defineCommand({
  meta: {
    name: 'docent expand',
    description:
      'Show what it costs to have a language model expand sections, and do it when told how much it may.',
  },
  args: {
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, when there are several.' },
    'max-dollars': {
      type: 'string',
      valueHint: 'N',
      description:
        'Start, and spend at most so many US dollars a month. Without it nothing is sent or spent.',
    },
    off: { type: 'boolean', description: 'Turn it off: sections are found by their own words only.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const maxDollars = readDollars(args['max-dollars']);
    await withApp(args.data, async (app, organization) => {
      const record = (project: Project, action: string, details = {}) =>
        recordAuditEvent(app.store, { ...commandEvent(organization, action, project), details });
      let project = await chooseProject(app, organization, args.project);
      if (args.off === true) {
        project = await endExpansion(app, project);
        await record(project, 'expansion.end');
      } else if (maxDollars !== null) {
        project = await allowExpansion(app, project, maxDollars);
        await record(project, 'expansion.allow', { maxDollars });
      }
      if (args.off === true || maxDollars !== null) await app.revisions.now(project.id, showProgress());
      const state = await readExpansion(app, project);
      console.log(args.json ? JSON.stringify(state) : describe(state));
    });
  },
});

/** @throws UsageError */
function readDollars(given: string | undefined): number | null {
  if (given === undefined) return null;
  const dollars = Number(given);
  if (given.trim() !== '' && dollars > 0 && Number.isFinite(dollars)) return dollars;
  throw new UsageError(`--max-dollars takes a number above 0, not "${given}".`);
}

function describe({
  model,
  maxDollars,
  spentDollars,
  sections,
  expanded,
  missing,
  estimate,
}: ExpansionState) {
  const { inputTokens, outputTokens, dollars } = estimate;
  const tokens = `about ${inputTokens} tokens in and ${outputTokens} out`;
  const price = dollars === null ? 'at a price that is not known' : `about $${dollars.toFixed(2)}`;
  const rest = model === null ? 'set DOCENT_MODEL to expand them' : `${tokens} with ${model}, ${price}`;
  return [
    `${expanded} of ${sections} sections are expanded.`,
    ...(missing > 0 ? [`${missing} are not: ${rest}.`] : []),
    maxDollars === null
      ? 'It is off. --max-dollars N switches it on.'
      : `At most $${maxDollars} a month; $${spentDollars.toFixed(2)} of this month is spent.`,
  ].join('\n');
}
