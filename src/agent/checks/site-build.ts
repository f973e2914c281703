import type { BuildSign } from '../../content/frameworks/framework.ts';
import { frameworks } from '../../content/frameworks/registry.ts';
import { isMdx } from '../../content/site/endings.ts';
import type { Workspace } from '../workspace.ts';
import type { SiteBuild } from './code-item.ts';

const signs = frameworks.flatMap(({ runs = [] }) => runs);

/** Reads what the files of the repository say of its build, of whatever framework it is. */
export async function siteBuild(workspace: Workspace): Promise<SiteBuild> {
  const files = filesOf(workspace);
  const found: BuildSign[] = [];
  for (const sign of signs) {
    const named = files.filter((file) => sign.files.test(file));
    const { text } = sign;
    const texts = text === undefined ? [] : [...(await workspace.readAll(named, 'base')).values()];
    if (text === undefined ? named.length > 0 : texts.some((one) => text.test(one))) found.push(sign);
  }
  const languages = found.map(({ templates }) => templates).filter((one) => one !== undefined);
  return {
    asMdx: compilesMarkdown(workspace),
    templates: languages.includes('liquid') ? 'liquid' : (languages[0] ?? null),
    hasDirectives: found.some(({ hasDirectives }) => hasDirectives === true),
  };
}

/** Whether the site's build may compile `.md` as MDX, which would run braces and tags in it. */
export function compilesMarkdown(workspace: Workspace): boolean {
  const compiling = signs.filter(({ asMdx }) => asMdx === true);
  return filesOf(workspace).some((file) => isMdx(file) || compiling.some((sign) => sign.files.test(file)));
}

const filesOf = (workspace: Workspace) => [...workspace.list('base'), ...workspace.otherFiles()];
