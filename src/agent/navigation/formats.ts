import { antoraNavigation } from './antora.ts';
import { docfxNavigation } from './docfx.ts';
import { docusaurusNavigation } from './docusaurus.ts';
import { fernNavigation } from './fern.ts';
import { fumadocsNavigation } from './fumadocs.ts';
import { jekyllNavigation } from './jekyll.ts';
import { jupyterBookNavigation } from './jupyter-book.ts';
import { mintlifyNavigation } from './mintlify.ts';
import { mkdocsNavigation } from './mkdocs.ts';
import type { Navigation, NavigationFormat } from './navigation.ts';
import { nextraNavigation } from './nextra.ts';
import { quartoNavigation } from './quarto.ts';
import { redoclyNavigation } from './redocly.ts';
import { rspressNavigation } from './rspress.ts';
import { starlightNavigation } from './starlight.ts';
import { docsifyNavigation, gitbookNavigation, mdbookNavigation } from './summary.ts';
import { sphinxNavigation } from './toctree.ts';
import { vitepressNavigation } from './vitepress.ts';
import { zensicalNavigation } from './zensical.ts';

const formats: NavigationFormat[] = [
  docusaurusNavigation,
  vitepressNavigation,
  starlightNavigation,
  mintlifyNavigation,
  nextraNavigation,
  fumadocsNavigation,
  mkdocsNavigation,
  gitbookNavigation,
  mdbookNavigation,
  docsifyNavigation,
  antoraNavigation,
  jupyterBookNavigation,
  sphinxNavigation,
  jekyllNavigation,
  redoclyNavigation,
  rspressNavigation,
  zensicalNavigation,
  quartoNavigation,
  docfxNavigation,
  fernNavigation,
];

/** The navigation format of a file, by the docs' framework; null when it has no navigation. Plain docs may use any. */
export function navigationFormat(framework: string, path: string): NavigationFormat | null {
  const fit = formats.filter((format) => format.fits(path));
  const own = fit.find((format) => format.framework === framework);
  // Any Sphinx page may hold navigation; in other frameworks the file has a fixed name.
  const named = fit.find((format) => format !== sphinxNavigation);
  return own ?? (framework === 'plain' ? (named ?? null) : null);
}

/** @throws Error when the file does not parse as data */
export function readNavigation(path: string, text: string, framework: string): Navigation {
  return navigationFormat(framework, path)?.read(text, path) ?? { entries: [], folders: [] };
}
