import { remembering } from './recent.ts';

/** Names of files and folders for those who make the product. Not `governance` nor `style-guide`: products have these. */
const contributorName =
  /^(?:contribut(?:e|ing|ors?|ions?)(?:[-_].*)?|maintain(?:ers?|ing)|internals?|hacking|working[-_]groups?|code[-_]of[-_]conduct|(?:coding|documentation|docs)[-_](?:style|guidelines))$/i;
const asked =
  /\b(?:contribu|maintainer|internal|working groups?|code of conduct|pull request|beitrag|mitwirk)|вклад|участв|貢献|コントリビュ|贡献|기여/i;

/** Characters of the paths that are remembered: each question is asked of the pages that it found. */
const maxRemembered = 50_000;

/** Whether a page is for contributors. */
export const tellsContributors = remembering(maxRemembered, (path) =>
  path.split('/').some((part) => contributorName.test(part.replace(/\.\w{2,5}$/, ''))),
);

/** Whether a question asks for what such pages tell. */
export function asksToContribute(question: string): boolean {
  return asked.test(question);
}
