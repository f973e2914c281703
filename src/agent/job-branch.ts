/** The job that a branch is of; null for any other branch. `docent/job_x-2` is of the job `job_x`. */
export function jobOfBranch(branch: string): string | null {
  return /^docent\/(job_[A-Za-z0-9]{1,64})(?:-\d{1,6})?$/.exec(branch)?.[1] ?? null;
}
