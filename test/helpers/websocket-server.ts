import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

type Connection = { send(text: string): void; close(): void };

/** The server's side of WebSockets with short text messages: https://www.rfc-editor.org/rfc/rfc6455 */
export function serveWebSockets(
  server: Server,
  onOpen: (connection: Connection) => (text: string) => void,
): void {
  server.on('upgrade', (request, socket: Duplex) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const onText = onOpen({
      send: (text) => void socket.write(frame(1, Buffer.from(text))),
      close: () => void socket.end(frame(8, Buffer.alloc(0))),
    });
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (let read = readFrame(received); read !== null; read = readFrame(received)) {
        received = received.subarray(read.length);
        if (read.opcode === 1) onText(read.payload.toString());
        if (read.opcode === 8) socket.end();
      }
    });
  });
}

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? [length] : [126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), payload]);
}

/** A frame of a client, which is always masked. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  if (bytes.length < 6) return null;
  const short = bytes[1]! & 0x7f;
  const at = short === 126 ? 4 : 2;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = at + 4 + size;
  if (bytes.length < length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, length).map((byte, nth) => byte ^ mask[nth % 4]!));
  return { opcode: bytes[0]! & 0x0f, payload, length };
}
