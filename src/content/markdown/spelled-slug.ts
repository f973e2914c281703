import slugify from '@sindresorhus/slugify';

/** ASCII letters and digits with dashes between. https://github.com/sindresorhus/slugify */
export function spelledSlug(text: string): string {
  const spelled = text.normalize().replaceAll(/[^\0-\x7F]|[`^]/gu, spell);
  const dashed = spelled
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z\d]+/g, '-');
  return dashed.replaceAll(/^-|-$/g, '');
}

const spellings = new Map<string, string>();

/** One letter at a time, since the package looks for two thousand of them in each text, and for longer than a line. */
function spell(letter: string): string {
  if (/\p{Diacritic}/u.test(letter)) return '';
  if (!spelledLetter.test(letter)) return '-';
  const spelling = spellings.get(letter) ?? (slugify(letter, { decamelize: false }) || '-');
  spellings.set(letter, spelling);
  return spelling;
}

/** Letters of alphabets, of which there are few. */
const spelledLetter =
  /[€]|\p{scx=Latin}|\p{scx=Greek}|\p{scx=Cyrillic}|\p{scx=Arabic}|\p{scx=Armenian}|\p{scx=Georgian}/u;
