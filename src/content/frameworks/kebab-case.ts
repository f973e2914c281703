const word = /\p{Lu}+(?![\p{Ll}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;

/** Words with dashes, as lodash has them, by which Fern and plugins of Docusaurus name pages: `VSCode` is `vs-code`, `OAuth2` is `o-auth-2`. */
export function kebabCase(title: string): string {
  const plain = title
    .replaceAll(/['\u2019]/g, '')
    .replaceAll(/[\u00C0-\u017F]/g, (letter) => letter.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, ''));
  return (plain.match(word) ?? []).map((one) => one.toLowerCase()).join('-');
}
