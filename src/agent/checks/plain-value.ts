import { htmlCode } from './html-code.ts';

/** Whether a value in a navigation or redirect list is only a title or an address of this site. */
export function isPlainText(text: string): boolean {
  return !isElsewhere(text) && !hasCode(text) && !/^\/(?:.{0,1000}\/)?\.\.(?:\/|$)/.test(text);
}

/** The same for a redirect's source: plugins write a file at the old address. */
export function isPlainKey(key: string): boolean {
  return isPlainText(key) && !key.split('/').includes('..');
}

/** An address of another site, or code in the shape of one. Browsers read a backslash as a slash, and skip blanks. */
function isElsewhere(text: string): boolean {
  const plain = text.replaceAll(/[\p{Cc}\s]/gu, '').replaceAll('\\', '/');
  return (
    /:\/\/|^\/\/|^https?:|(?:javascript|vbscript):/i.test(plain) || /^\s*\w+:(?![\w\s])|data:\S/i.test(text)
  );
}

/** Some frameworks write titles into their pages as HTML. A tag that is left open ends with the next one. */
function hasCode(text: string): boolean {
  return (
    text.includes('<') && htmlCode({ html: `${text}>`, line: 1 }).some(({ kind }) => kind !== 'component')
  );
}
