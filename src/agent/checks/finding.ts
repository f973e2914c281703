type CheckName =
  | 'syntax'
  | 'front-matter'
  | 'links'
  | 'anchors'
  | 'images'
  | 'navigation'
  | 'openapi'
  | 'secrets'
  | 'code'
  | 'references'
  | 'removals'
  | 'redirects'
  | 'configuration'
  | 'conflicts'
  | 'answers'
  | 'paths';

/** A problem in the docs with the job's changes. */
export type Finding = {
  check: CheckName;
  file: string;
  line: number | null;
  message: string;
  /** `breaks-site`: the build may fail. `review`: a person must look at it. `warning`: reported only. */
  severity: 'breaks-site' | 'error' | 'review' | 'warning';
  /** The heading that a link names, and its page has not. */
  heading?: { file: string; anchor: string };
};

export const finding = (
  check: CheckName,
  severity: Finding['severity'],
  file: string,
  message: string,
  line: number | null = null,
): Finding => ({ check, file, line, message, severity });

/** The findings that the job must fix; the others are for people. */
export const isError = ({ severity }: Finding) => severity === 'breaks-site' || severity === 'error';

/**
 * The same for a finding as long as it is about the same thing: without the line, and by the paths of before the change.
 * @param moved new pages with the pages that they were made of
 */
export function findingKey(
  { check, file, message, heading }: Finding,
  moved: ReadonlyMap<string, string> = new Map(),
): string {
  const was = (path: string): string => moved.get(path) ?? path;
  const about = heading === undefined ? message : `${was(heading.file)}#${heading.anchor}`;
  return `${check}\n${was(file)}\n${about}`;
}

/** Where and what, in one line, for the model and for people. */
export function describeFinding({ file, line, message, check }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`} [${check}] ${message}`;
}
