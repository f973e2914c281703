import { CheckFailure, type Checker } from './checker.ts';
import { type Finding, finding } from './finding.ts';
import { isDocsFile, isMdx } from '../../content/site/endings.ts';

/** New findings within one changed file. @param before null for a new file */
export async function checkChangedFile(
  file: string,
  text: string,
  before: string | null,
  checker: Checker,
): Promise<Finding[]> {
  try {
    return isDocsFile(file)
      ? await checkPage(file, text, before, checker)
      : await checkData(file, text, before, checker);
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return [finding('syntax', 'breaks-site', file, `The file could not be checked: ${error.message}.`)];
  }
}

async function checkPage(
  file: string,
  text: string,
  before: string | null,
  checker: Checker,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (check: Finding['check'], severity: Finding['severity'], message: string) =>
    findings.push(finding(check, severity, file, message));
  const [now, was] = [
    await checker.run('scan', file, text, 'plain'),
    before === null ? null : await checker.run('scan', file, before, 'plain'),
  ];
  if (now.frontMatterError !== null && !was?.frontMatterError) {
    add('front-matter', 'breaks-site', `The front matter is broken: ${now.frontMatterError}`);
  }
  if (now.title === null && (was === null || was.title !== null)) {
    add('front-matter', 'error', 'The page has no title. Give it one in the front matter.');
  }
  for (const link of now.links) {
    if (link.kind === 'image' && link.alt === '' && !was?.links.some(({ url }) => url === link.url)) {
      add('images', 'warning', `The image ${link.url} has no alternative text.`);
    }
  }
  if (isMdx(file)) {
    const problem = await checker.run('compile', file, text);
    const compiledBefore = before === null || (await checker.run('compile', file, before)) === null;
    if (problem !== null && compiledBefore)
      add('syntax', 'breaks-site', `The page does not compile: ${problem}`);
  }
  return findings;
}

/** JSON and YAML files must parse, and API descriptions be valid. */
async function checkData(
  file: string,
  text: string,
  before: string | null,
  checker: Checker,
): Promise<Finding[]> {
  // A branch may also hold files of people; edits of scripts by the job are checked when they are written.
  if (!/\.(?:json|ya?ml)$/i.test(file)) return [];
  const problem = await checker.run('parse', file, text);
  const parsedBefore = before !== null && (await checker.run('parse', file, before)) === null;
  if (problem !== null) {
    if (before !== null && !parsedBefore) return [];
    return [finding('syntax', 'breaks-site', file, `The file does not parse: ${problem}`)];
  }
  const invalid = await checker.run('openapi', file, text);
  if (invalid === null) return [];
  const wasValid = before === null || (parsedBefore && (await checker.run('openapi', file, before)) === null);
  return wasValid ? [finding('openapi', 'error', file, `The API description is not valid: ${invalid}`)] : [];
}
