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

/** Something that is wrong with the docs as the job left them. */
export type Finding = {
  check: CheckName;
  file: string;
  line: number | null;
  message: string;
  /** `breaks-site`: the site may not build any more. `review`: a person looks first. `warning`: worth telling, no reason to stop. */
  severity: 'breaks-site' | 'error' | 'review' | 'warning';
};

/** What the job must put right; the rest is for people. */
export const isError = ({ severity }: Finding) => severity === 'breaks-site' || severity === 'error';

/** Findings without a place of their own stay the same finding when lines move. */
export const findingKey = ({ check, file, message }: Finding) => `${check}\n${file}\n${message}`;

/** Where and what, in one line, for the model and for people. */
export function describeFinding({ file, line, message, check }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`} [${check}] ${message}`;
}
