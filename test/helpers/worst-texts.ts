/** What people write. */
export const plainText = (size: number): string => 'How do I install it, and what then? '.repeat(size / 36);

/** Texts of `size` characters, each of which has brought some scanner to its knees. */
export const worstTexts = (size: number): Record<string, string> => ({
  'heads of tokens': 'eyJ-'.repeat(size / 4),
  'heads of tokens with dots': 'eyJhbGciOiJIUzI.'.repeat(size / 16),
  'an address without an end': `${'a'.repeat(size)}@`,
  'at signs': 'a@'.repeat(size / 2),
  'dots in an address': `a@${'a.'.repeat(size / 2)}`,
  digits: '1 '.repeat(size / 2),
  'digits in groups': '1111-'.repeat(size / 5),
  'beginnings of private keys': '-----BEGIN PRIVATE KEY-----'.repeat(size / 27),
  'beginnings of keys': 'sk-'.repeat(size / 3),
  'addresses without a host': '://a:'.repeat(size / 5),
  spaces: `a${' '.repeat(size)}b`,
  'line ends': '\n'.repeat(size) + 'a',
  backticks: `a ${'`'.repeat(size)}`,
  brackets: `a ${'['.repeat(size)}`,
  'angle brackets': `a ${'<'.repeat(size)}`,
  slashes: `a ${'/'.repeat(size)}`,
  hyphens: `a ${'a-'.repeat(size / 2)}`,
  'combining marks': `a${'\u0301'.repeat(size)}`,
  ideographs: '安装'.repeat(size / 2),
  'lone surrogates and NUL': '\ud800\0'.repeat(size / 2),
});

/** A request of AI SDK 5 that asks this. */
export const questionOf = (text: string) => ({
  id: 'chat',
  fp: 'anonymous',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
});
