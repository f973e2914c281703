export type CheckName =
  | 'syntax'
  | 'front-matter'
  | 'links'
  | 'anchors'
  | 'images'
  | 'navigation'
  | 'openapi'
  | 'secrets'
  | 'paths';

/** Something that is wrong with the docs as the job left them. */
export type Finding = {
  check: CheckName;
  file: string;
  line: number | null;
  message: string;
  /** `breaks-site`: the site may not build any more. `warning`: worth telling, no reason to stop. */
  severity: 'breaks-site' | 'error' | 'warning';
};

/** Findings without a place of their own stay the same finding when lines move. */
export const findingKey = ({ check, file, message }: Finding) => `${check}\n${file}\n${message}`;

/** Where and what, in one line, for the model and for people. */
export function describeFinding({ file, line, message, check }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`} [${check}] ${message}`;
}
