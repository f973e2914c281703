type Place = {
  branch: string;
  /** Of the pull request; null until it is opened. */ number: string | null;
  domain: string;
};

/**
 * The address of a preview: Vercel, Netlify, Mintlify and others make it of the branch or the pull request's number.
 * @returns null while it needs a number that is not there yet
 */
export function fillPreviewUrl(template: string, { branch, number, domain }: Place): string | null {
  if (template.includes('{number}') && number === null) return null;
  // As these hosts write a branch in a host name: https://vercel.com/docs/deployments/generated-urls
  const slug = branch.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return template
    .replaceAll('{branch}', slug)
    .replaceAll('{number}', number ?? '')
    .replaceAll('{domain}', domain);
}
