const beyondAscii = /[\u0080-\uffff]/;

/** Whether a text has ASCII alone, which patterns without Unicode classes read in a third of the time. */
export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/** A text's letters and digits, one after the other: what remains the same however it is marked up. */
export function lettersOf(text: string): string {
  return isAscii(text) ? text.replaceAll(/[^A-Za-z0-9]+/g, '') : text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
