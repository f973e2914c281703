/** Names of files and folders for those who make the product, not for those who use it. */
const contributorName =
  /^(?:contribut(?:e|ing|ors?|ions?)(?:[-_].*)?|maintain(?:ers?|ing)|internals?|hacking|governance|working[-_]groups?|code[-_]of[-_]conduct|style[-_]guide|(?:coding|documentation|docs)[-_](?:style|guidelines))$/i;
const asked =
  /\b(?:contribut|maintainer|internal|governance|working groups?|code of conduct|style guide|pull request|beitrag|beitragen)|貢献|コントリビュ|贡献|기여/i;

/** Whether a page is for contributors. */
export function tellsContributors(path: string): boolean {
  return path.split('/').some((part) => contributorName.test(part.replace(/\.\w{2,5}$/, '')));
}

/** Whether a question asks for what such pages tell. */
export function asksToContribute(question: string): boolean {
  return asked.test(question);
}
