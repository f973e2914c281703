import type { ReadConfig } from '../config/evaluate-module.ts';
import { asCall, asList, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../config/values.ts';
import { findConfig } from './find-config.ts';
import type { Redirect } from '../site/addresses.ts';
import { readRedirects } from './host-redirects.ts';

type NextConfig = {
  basePath: string;
  languages: { main: string | null; others: string[] };
  redirects: Redirect[];
  /** The options of the configuration's wrappers: `nextra({…})`. */
  wrapper: Record<string, unknown>;
};

/** The URL settings of the Next.js application in a folder. */
export async function readNextConfig(
  files: string[],
  root: string,
  readConfig: ReadConfig,
): Promise<NextConfig> {
  const inside = files.filter((one) => one.startsWith(root));
  const file = findConfig(inside, /(?:^|\/)next\.config\.(?:[cm]?js|[cm]?ts)$/);
  const exported = file === null ? {} : (await readConfig(file))['default'];
  const config = unwrapConfig(exported);
  const { locales, defaultLocale } = asObject(config['i18n']);
  const main = asText(defaultLocale);
  const redirects = config['redirects'];
  return {
    basePath: asText(config['basePath']) ?? '',
    languages: { main, others: asTexts(locales).filter((locale) => locale !== main) },
    redirects: readRedirects(asList(redirects)),
    wrapper: wrapperOptions(exported),
  };
}

/** `withIntl(withNextra({…}))`: what the functions were made with. */
function wrapperOptions(exported: unknown): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  walkObjects(exported, (object) => {
    for (const given of asCall(asCall(object)?.of)?.arguments ?? []) Object.assign(options, asObject(given));
  });
  return options;
}
