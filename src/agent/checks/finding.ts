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
  | 'paths';

/** A problem in the docs with the job's changes. */
export type Finding = {
  check: CheckName;
  file: string;
  line: number | null;
  message: string;
  /** `breaks-site`: the build may fail. `review`: a person must look at it. `warning`: reported only. */
  severity: 'breaks-site' | 'error' | 'review' | 'warning';
};

/** The findings that the job must fix; the others are for people. */
export const isError = ({ severity }: Finding) => severity === 'breaks-site' || severity === 'error';

/** A finding, and what it is the same by when lines and pages move. */
export type KeyedFinding = { finding: Finding; key: string };

/** The key leaves out the line. @param place where a file stood in the base */
export const keyed = (
  finding: Finding,
  place: (file: string) => string,
  what = finding.message,
): KeyedFinding => ({ finding, key: `${finding.check}\n${place(finding.file)}\n${what}` });

/** Where and what, in one line, for the model and for people. */
export function describeFinding({ file, line, message, check }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`} [${check}] ${message}`;
}
