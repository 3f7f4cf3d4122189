import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { Envelope, Inbox } from './inbox.ts';
import type { Refusals } from './refusals.ts';

type Options = { inbox: Inbox; refusals: Refusals; account: { username: string; password: string } };

const listening = z.object({ port: z.int() });

class Refused extends Error {
  readonly responseCode: number;
  constructor(message: string, responseCode: number) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Listens for SMTP on a free loopback port, without TLS. */
export async function listenForMail({
  inbox,
  refusals,
  account,
}: Options): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account.username && password === account.password;
      done(isKnown ? null : new Refused('Authentication credentials invalid', 535), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const code = refusals.codeFor(address);
      done(code === undefined ? null : new Refused('Mailbox unavailable', code));
    },
    onData(stream, { envelope: { mailFrom, rcptTo }, user }, done) {
      const from = mailFrom === false ? '' : mailFrom.address;
      const envelope: Envelope = { from, to: rcptTo.map(({ address }) => address), account: String(user ?? '') };
      buffer(stream)
        .then((raw) => inbox.deliver(raw, envelope))
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.parse(server.server.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
