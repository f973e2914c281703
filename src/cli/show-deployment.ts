import type { DeployResult } from '../deployments/deploy-deps.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { program } from '../lib/program.ts';
import { counted } from './counted.ts';
import { groupWarnings } from './group-warnings.ts';

const maxWarnings = 10;
/** Of one kind. */
const alikeWarnings = 2;

/** One line about an index: its content and its changes. */
export function describeDeployment({
  pages,
  sections,
  added,
  changed,
  removed,
  unchanged,
}: DeployResult): string {
  const news =
    added + changed + removed === 0
      ? 'no changes'
      : `${added} new, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
  return `${counted(pages, 'page', 'pages')}, ${counted(sections, 'section', 'sections')} (${news})`;
}

/** Prints the source's warnings to standard error. */
export function showWarnings({ warnings }: DeployResult): void {
  // Pages that fell back to a simpler format have lost content, so they come first.
  const sorted = warnings.toSorted((one, two) => Number(two.fellBack ?? 0) - Number(one.fellBack ?? 0));
  const lines = groupWarnings(sorted, alikeWarnings, '');
  for (const line of lines.slice(0, maxWarnings)) console.error(cleanForTerminal(`warning: ${line}`));
  if (lines.length > maxWarnings) console.error(`warning: … and more; \`${program} doctor\` lists them`);
}
