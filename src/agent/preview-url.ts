type Place = {
  branch: string;
  /** The pull request's number; null until it is opened. */ number: string | null;
  domain: string;
};

/**
 * The address of a preview: Vercel, Netlify and others derive it from the branch or pull request number.
 * @returns null while the pull request has no number yet and the address needs it
 */
export function fillPreviewUrl(template: string, { branch, number, domain }: Place): string | null {
  if (template.includes('{number}') && number === null) return null;
  // How these hosts write a branch in a host name: https://vercel.com/docs/deployments/generated-urls
  const slug = branch.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return template
    .replaceAll('{branch}', slug)
    .replaceAll('{number}', number ?? '')
    .replaceAll('{domain}', domain);
}
