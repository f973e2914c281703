/** What of a repository is read beside its docs. */
export const githubParts = ['discussions', 'issues', 'releases'] as const;
export type GithubPart = (typeof githubParts)[number];
