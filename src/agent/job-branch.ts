/** The job that a branch belongs to; null for any other branch. `docent/job_x-2` belongs to `job_x`. @param branch null in a fork */
export function jobOfBranch(branch: string | null): string | null {
  return /^docent\/(job_[A-Za-z0-9]{1,64})(?:-\d{1,6})?$/.exec(branch ?? '')?.[1] ?? null;
}
