import { crc32 } from 'node:zlib';

/** A picture in PNG, and how long it is shown. */
export type Frame = { png: Buffer; ms: number };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** One animated PNG of pictures of one size, repeated for ever: https://www.w3.org/TR/png-3/#apng-frame-based-animation */
export function animate(frames: Frame[]): Buffer {
  const head = chunksOf(frames[0]!.png).find(({ type }) => type === 'IHDR')!.data;
  let sequence = 0;
  const parts = [signature, chunk('IHDR', head), chunk('acTL', numbers(frames.length, 0))];
  for (const [at, { png, ms }] of frames.entries()) {
    const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
    // The delay in thousandths, then: leave the picture, put the next in its place.
    const delay = Buffer.from([ms >> 8, ms & 255, 1000 >> 8, 1000 & 255, 0, 0]);
    parts.push(chunk('fcTL', Buffer.concat([numbers(sequence++, width, height, 0, 0), delay])));
    for (const { type, data } of chunksOf(png)) {
      if (type !== 'IDAT') continue;
      parts.push(at === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}
