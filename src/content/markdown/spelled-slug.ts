const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** ASCII letters and digits with dashes between. https://github.com/sindresorhus/slugify */
export function spelledSlug(text: string): string {
  const spelled = text.toLowerCase().replaceAll(/[äöüß]/g, (letter) => german[letter]!);
  const plain = spelled.normalize('NFKD').toLowerCase().replaceAll('&', ' and ');
  const dashed = plain.replaceAll(/[\u0300-\u036F]/g, '').replaceAll(/[^a-z\d]+/g, '-');
  return dashed.replaceAll(/^-|-$/g, '');
}
