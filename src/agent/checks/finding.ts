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

/** The key leaves out the line, so a finding stays the same when lines move. */
export const findingKey = ({ check, file, message }: Finding) => `${check}\n${file}\n${message}`;

/** Where and what, in one line, for the model and for people. */
export function describeFinding({ file, line, message, check }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`} [${check}] ${message}`;
}
