import { type AnchorMaker, githubAnchors } from '../../markdown/anchors.ts';

/** Ids of Nuxt Content: those of GitHub with single dashes, and `_` before a number. https://github.com/nuxt-content/mdc */
export function mdcAnchors(): AnchorMaker {
  const github = githubAnchors();
  return (heading) =>
    github(heading)
      .replaceAll(/-+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .replace(/^(?=\d)/, '_');
}
