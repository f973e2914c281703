import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Characters from which on compressing pays. */
const minDeflated = 1_000;

/** Characters. To say where a shorter line stands takes as many. */
const minLine = 8;

const [plain, deflated] = [0, 1];

/** A line as it is, or the first of some lines of the Markdown and their number. */
type Piece = string | [number, number];

/**
 * Packs a page's source by the lines of the Markdown that was made of it, so that little more than their difference is
 * stored: most pages stay as they are written, below their front matter.
 */
export function packSource(source: string, markdown: string): Uint8Array {
  const lines = markdown.split('\n');
  const places = new Map(lines.map((line, at) => [line, at] as const).toReversed());
  const pieces: Piece[] = [];
  for (const line of source.split('\n')) {
    const last = pieces.at(-1);
    if (Array.isArray(last) && lines[last[0] + last[1]] === line) {
      last[1] += 1;
      continue;
    }
    const at = places.get(line);
    pieces.push(at === undefined || line.length < minLine ? line : [at, 1]);
  }
  const parts = JSON.stringify(pieces);
  if (parts.length < minDeflated) return Buffer.concat([Buffer.of(plain), Buffer.from(parts)]);
  const dictionary = Buffer.from(markdown);
  return Buffer.concat([Buffer.of(deflated), deflateRawSync(parts, { dictionary })]);
}

export function unpackSource(packed: Uint8Array, markdown: string): string {
  const bytes = packed.subarray(1);
  const parts =
    packed[0] === plain ? Buffer.from(bytes) : inflateRawSync(bytes, { dictionary: Buffer.from(markdown) });
  const lines = markdown.split('\n');
  return (JSON.parse(parts.toString()) as Piece[])
    .flatMap((piece) => (typeof piece === 'string' ? piece : lines.slice(piece[0], piece[0] + piece[1])))
    .join('\n');
}
