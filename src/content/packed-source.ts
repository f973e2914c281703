import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Characters from which on compressing pays. */
const minDeflated = 1_000;

const [plain, deflated] = [0, 1];

/**
 * Packs a page's source by the Markdown that was made of it, so that little more than their difference is stored. Most
 * pages stay as they are written, below their front matter.
 */
export function packSource(source: string, markdown: string): Uint8Array {
  const end = source.trimEnd().length;
  let shared = 0;
  while (shared < end && source[end - shared - 1] === markdown[markdown.length - shared - 1]) shared += 1;
  const parts = JSON.stringify([source.slice(0, end - shared), shared, source.slice(end)]);
  if (parts.length < minDeflated) return Buffer.concat([Buffer.of(plain), Buffer.from(parts)]);
  const dictionary = Buffer.from(markdown);
  return Buffer.concat([Buffer.of(deflated), deflateRawSync(parts, { dictionary })]);
}

export function unpackSource(packed: Uint8Array, markdown: string): string {
  const bytes = packed.subarray(1);
  const parts =
    packed[0] === plain ? Buffer.from(bytes) : inflateRawSync(bytes, { dictionary: Buffer.from(markdown) });
  const [before, shared, after] = JSON.parse(parts.toString()) as [string, number, string];
  return before + markdown.slice(markdown.length - shared) + after;
}
