import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine, with what it was sent. */
export async function mailServer(t: { after(clean: () => Promise<void>): void }) {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      stream.setEncoding('utf8');
      let text = '';
      stream.on('data', (part) => (text += part));
      stream.on('end', () => {
        mails.push({ to, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails };
}
