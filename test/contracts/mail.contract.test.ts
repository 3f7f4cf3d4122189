import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nodemailerMailer, smtpTransport } from '#shared/adapters/mail/nodemailer-mailer';
import { type MailServer, startMailServer } from '#test/network/mail-simulator';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => server.refuse());
afterAll(() => server.stop());

type Account = { username: string; password: string };
const mailer = ({
  url = server.smtp,
  account,
  timeoutMs = 5000,
}: {
  url?: string;
  account?: Account;
  timeoutMs?: number;
} = {}) =>
  nodemailerMailer({
    from: 'paddock@example.org',
    transport: () => smtpTransport({ url, account: async () => account, timeoutMs }),
  });
const message = (fields: object = {}) => ({
  ...{ id: 'cluster/1', to: 'ada@example.org', subject: 'Ready', text: 'It is ready.', html: '<p>It is ready.</p>' },
  ...fields,
});
const last = async () => (await server.inbox()).at(-1);

describe('a mailer over SMTP', () => {
  test('delivers text and HTML to one address, from Paddock, marked as made by a program', async () => {
    await mailer().send(message({ subject: 'Cluster “Zürich” is ready' }));
    const arrived = await last();
    expect(arrived).toMatchObject({
      ...{ from: 'paddock@example.org', to: ['ada@example.org'], subject: 'Cluster “Zürich” is ready' },
      ...{ text: 'It is ready.\n', html: expect.stringContaining('<p>It is ready.</p>') },
    });
    expect(arrived?.headers).toContainEqual({ key: 'auto-submitted', value: 'auto-generated' });
  });

  test('says how to get no more of them where there is a way, as RFC 8058 has it, in one line', async () => {
    const unsubscribeUrl = `https://paddock.example/api/hooks-email/${'1'.repeat(32)}/stop/?token=1.${'a'.repeat(43)}`;
    await mailer().send(message({ unsubscribeUrl }));
    expect((await last())?.headers).toEqual(
      expect.arrayContaining([
        { key: 'list-unsubscribe', value: `<${unsubscribeUrl}>` },
        { key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' },
      ]),
    );
    await mailer().send(message());
    expect((await last())?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  test('gives the same e-mail the same Message-ID, and another one another, so that a mailbox can recognize copies', async () => {
    const ids = [];
    for (const id of ['cluster/1', 'cluster/1', 'cluster/2']) {
      await mailer().send(message({ id }));
      ids.push((await last())?.message_id);
    }
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
    expect(ids[0]).toMatch(/^<[\w-]+@example\.org>$/);
  });

  test.each([
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'Ada <ada@example.org>',
    'ada@example.org> SIZE=1\r\nRCPT TO:<eve@example.org',
    '',
  ])('refuses what is not one plain address, and sends nothing: %j', async (to) => {
    const before = (await server.inbox()).length;
    await expect(mailer().send(message({ to }))).rejects.toMatchObject({ name: 'BackendRejected' });
    expect(await server.inbox()).toHaveLength(before);
  });

  test('lets no subject bring a header of its own', async () => {
    await mailer().send(message({ subject: 'Ready\r\nBcc: eve@example.org\r\n\r\nClick here' }));
    const arrived = await last();
    expect(arrived?.to).toEqual(['ada@example.org']);
    expect(arrived?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(arrived?.text).toBe('It is ready.\n');
  });

  test.each([
    [550, 'BackendRejected'],
    [451, 'BackendUnavailable'],
  ])('says by name what a reply of %i means', async (code, name) => {
    await server.refuse({ recipient: '^ada@', code });
    await expect(mailer().send(message())).rejects.toMatchObject({ name });
  });

  test('signs in where there is an account, and says when the server does not know it', async () => {
    await mailer({ account: server.account }).send(message());
    expect((await last())?.account).toBe(server.account.username);
    const wrong = mailer({ account: { ...server.account, password: 'guess' } });
    await expect(wrong.send(message())).rejects.toMatchObject({ name: 'BackendUnauthorized' });
  });

  test('gives a server up that is not there, or does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = z.object({ port: z.int() }).parse(silent.address());
    const url = `smtp://127.0.0.1:${port}`;
    await expect(mailer({ url, timeoutMs: 100 }).send(message())).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await new Promise((resolve) => silent.close(resolve));
    await expect(mailer({ url }).send(message())).rejects.toMatchObject({ name: 'BackendUnavailable' });
  });
});
