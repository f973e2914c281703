import type { FileText } from './file-tree.ts';

/**
 * Decodes a text file to a string without byte order mark and with `\n` at the end of lines: UTF-8, or UTF-16 when its
 * mark says so; else Windows-1252, in which every byte is valid, with a warning.
 */
export function decodeText(bytes: Uint8Array): FileText {
  const { text, warning } = decodeBytes(bytes);
  return { text: text?.includes('\r') === true ? text.replaceAll(/\r\n?/g, '\n') : text, warning };
}

function decodeBytes(bytes: Uint8Array): FileText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', bytes);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), warning: null };
  } catch {
    return { ...decoded('windows-1252', bytes), warning: 'is not UTF-8; it was read as Windows-1252' };
  }
}

function decoded(encoding: string, bytes: Uint8Array): FileText {
  return { text: new TextDecoder(encoding).decode(bytes), warning: null };
}
