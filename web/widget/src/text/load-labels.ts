import { en, type Labels } from './en.ts';

const languages: Record<string, () => Promise<{ labels: Labels }>> = {
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  ru: () => import('./ru.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  ko: () => import('./ko.ts'),
};

/** @param language as in `<html lang>`: `de`, `pt-BR`; English when there is no translation */
export async function loadLabels(language: string): Promise<Labels> {
  const load = languages[language.slice(0, 2)];
  if (load === undefined) return en;
  return load().then(
    ({ labels }) => labels,
    () => en,
  );
}
