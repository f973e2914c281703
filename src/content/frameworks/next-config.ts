import type { ReadConfig } from '../config/read-config.ts';
import { asCall, asList, asObject, asText, asTexts, unwrapConfig } from '../config/values.ts';
import { findConfig } from './find-config.ts';
import type { Redirect } from './framework.ts';
import { readRedirects } from './host-redirects.ts';
import { folderOf } from './paths.ts';

export type NextConfig = {
  root: string;
  basePath: string;
  languages: { main: string | null; others: string[] };
  redirects: Redirect[];
  /** What the configuration's wrapper was made with: `nextra({…})`. */
  wrapper: Record<string, unknown>;
};

/** What a Next.js application's own configuration says of addresses. */
export async function readNextConfig(files: string[], readConfig: ReadConfig): Promise<NextConfig> {
  const file = findConfig(files, /(?:^|\/)next\.config\.(?:[cm]?js|[cm]?ts)$/);
  const exported = file === null ? {} : (await readConfig(file))['default'];
  const config = unwrapConfig(exported);
  const { locales, defaultLocale } = asObject(config['i18n']);
  const main = asText(defaultLocale);
  const redirects = config['redirects'];
  return {
    root: folderOf(file ?? ''),
    basePath: asText(config['basePath']) ?? '',
    languages: { main, others: asTexts(locales).filter((locale) => locale !== main) },
    redirects: readRedirects(asList(redirects)),
    wrapper: asObject(asCall(asCall(exported)?.of)?.arguments[0]),
  };
}
