import type { Appearance } from '../chat/client.ts';
import type { Host } from '../loader/host.ts';
import { keepLook, readLook } from '../loader/kept-look.ts';
import { loadLabels } from '../text/load-labels.ts';
import type { Labels } from '../text/en.ts';

/** The panel's look and texts: from the attributes, else the project's settings, else the defaults. */
export type Look = {
  name: string;
  color: string;
  logo: string | undefined;
  greeting: string | undefined;
  starters: string[];
  support: string | undefined;
  docs: Appearance['docs'];
  language: string;
  direction: 'ltr' | 'rtl';
  labels: Labels;
};

const rightToLeft = /^(ar|fa|he|ur|ps|sd|ug|yi|dv)\b/;

/** The stored look; the server is asked afterwards. */
export function createLook({ read, element }: Host, appearance: Appearance, labels: Labels): Look {
  const language = languageOf({ read, element });
  return {
    name: read('name') ?? appearance.name ?? labels.title,
    color: read('color') ?? appearance.color ?? '#2f5bea',
    logo: read('logo') ?? appearance.logo ?? undefined,
    greeting: read('greeting') ?? appearance.greeting ?? undefined,
    starters:
      read('starters')
        ?.split('|')
        .map((text) => text.trim())
        .filter(Boolean) ??
      appearance.starters ??
      [],
    support: read('support') ?? appearance.support ?? undefined,
    docs: appearance.docs,
    language,
    direction: rightToLeft.test(language) ? 'rtl' : 'ltr',
    labels,
  };
}

function languageOf({ read, element }: Pick<Host, 'read' | 'element'>): string {
  const own = element.hasAttribute('full') ? '' : document.documentElement.lang;
  const named = read('language') ?? (own || navigator.language);
  return /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}/i.exec(named)?.[0].toLowerCase() ?? 'en';
}

/** Labels in the page's language, overridden by the page's own as JSON. */
export async function labelsFor(host: Host): Promise<Labels> {
  const labels = await loadLabels(languageOf(host));
  try {
    return { ...labels, ...(JSON.parse(host.read('labels') ?? '{}') as Partial<Labels>) };
  } catch {
    // oxlint-disable-next-line no-console -- the site's developers look here
    console.error('Docent: data-labels is not JSON.');
    return labels;
  }
}

export function rememberedAppearance(host: Host): Appearance {
  return readLook(host.read('domain') ?? '') as Appearance;
}

export function rememberAppearance(host: Host, appearance: Appearance): void {
  keepLook(host.read('domain') ?? '', appearance);
}
