import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodemailerMailer, smtpTransport } from '#shared/adapters/mail/nodemailer-mailer';
import { deliverMail, deliverMails, type MailDeps } from '#shared/app/mail/deliver-mail';
import type { Mail } from '#shared/domain/mail/mail';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { type MailServer, startMailServer } from '#test/network/mail-simulator';
import { newStore, type TestStore } from '../_worlds/new-store.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let server: MailServer;
let opened: TestStore;
let deps: MailDeps;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(async () => {
  await fetch(`${server.url}/_sim/reset`, { method: 'POST' });
  opened = await newStore();
  const { store, clock } = opened;
  const transport = () => smtpTransport({ url: server.smtp, account: async () => undefined, timeoutMs: 5000 });
  const mailer = nodemailerMailer({ from: 'paddock@example.org', transport });
  const urls = { consoleUrl: 'https://paddock.example', publicUrl: 'https://api.paddock.example' };
  deps = {
    store,
    clock,
    mailer,
    ...urls,
    ids: randomIds,
    log,
    stage: 'test',
    secrets: { find: async () => undefined },
  };
});
afterAll(() => server.stop());

const ready = (key: string, to = 'ada@example.org'): Mail => ({
  ...{ key, to, template: 'cluster-ready' },
  values: { cluster: 'winter', project: 'demo', clusterUuid: '1'.repeat(32), thing: 'cluster' },
});
const insert = (...mails: Mail[]) => opened.store.commit(...mails.map((mail) => opened.store.mails.insert(mail)));
const due = () => opened.store.mails.listDue(opened.clock.now(), 100);
const run = async () => deliverMails(deps, await due());
const recipients = async () => (await server.inbox()).map(({ to }) => to.join());

describe('an e-mail in the outbox', () => {
  test('is delivered once, and its row is gone', async () => {
    await insert(ready('a'));
    expect(await deliverMail(deps, 'a')).toBe('sent');
    expect(await deliverMail(deps, 'a')).toBeUndefined();
    expect(await server.inbox()).toMatchObject([{ to: ['ada@example.org'], subject: 'Cluster winter is ready' }]);
    expect(await opened.store.mails.find('a')).toBeUndefined();
  });

  test('is one, however often its key is written before it is sent', async () => {
    await insert(ready('a'));
    await insert(ready('a'));
    opened.clock.advance(60);
    await run();
    expect(await recipients()).toEqual(['ada@example.org']);
  });

  test('is delivered once when several try at the same moment', async () => {
    await insert(ready('a'));
    const tried = await Promise.all([1, 2, 3, 4].map(() => deliverMail(deps, 'a')));
    expect(tried.filter((delivery) => delivery === 'sent')).toHaveLength(1);
    expect(await server.inbox()).toHaveLength(1);
  });

  test('is delivered by the next run of the schedule', async () => {
    await insert(ready('a'));
    expect(await run()).toEqual({ deliveries: ['sent'], errors: [] });
    expect(await due()).toEqual([]);
  });

  test('that is refused keeps its row with the reason, is tried again when it is due, and keeps no other waiting', async () => {
    await server.refuse({ recipient: '^eve@', code: 451, times: 1 });
    await insert(ready('a', 'eve@example.org'), ready('b'));
    opened.clock.advance(60);
    expect((await run()).deliveries.sort()).toEqual(['failed', 'sent']);
    expect(await recipients()).toEqual(['ada@example.org']);
    expect(await opened.store.mails.find('a')).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('Mailbox unavailable'),
    });
    expect(await due()).toEqual([]);
    opened.clock.advance(60);
    expect(await run()).toEqual({ deliveries: ['sent'], errors: [] });
    expect(await recipients()).toEqual(['ada@example.org', 'eve@example.org']);
  });

  test('that fails for a quarter of an hour says so, each time', async () => {
    await server.refuse({ recipient: '^eve@', code: 550 });
    await insert(ready('a', 'eve@example.org'));
    const seen = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      opened.clock.advance(3600);
      seen.push(...(await run()).deliveries);
    }
    expect(seen).toEqual(['failed', 'failed', 'failed', 'failed', 'lasting', 'lasting']);
  });

  test('is given up after 14 days', async () => {
    await server.refuse({ recipient: '^eve@', code: 550 });
    await insert(ready('a', 'eve@example.org'));
    await deliverMail(deps, 'a');
    opened.clock.advance(14 * 24 * 3600);
    expect(await run()).toEqual({ deliveries: ['dropped'], errors: [] });
    expect(await opened.store.mails.find('a')).toBeUndefined();
  });

  test('is delivered when the next attempt is due, if its deliverer died, and not before', async () => {
    await insert(ready('a'));
    const dying = { ...deps, mailer: { send: () => new Promise<never>(() => undefined) } };
    void deliverMail(dying, 'a');
    await expect.poll(async () => (await opened.store.mails.find('a'))?.attempts).toBe(1);
    expect(await due()).toEqual([]);
    opened.clock.advance(60);
    expect(await run()).toEqual({ deliveries: ['sent'], errors: [] });
  });

  test('written again while it is being sent is sent, too', async () => {
    await insert(ready('a'));
    const slow = { ...deps, mailer: { send: async () => insert(ready('a', 'grace@example.org')) } };
    expect(await deliverMail(slow, 'a')).toBe('sent');
    opened.clock.advance(60);
    await run();
    expect(await recipients()).toEqual(['grace@example.org']);
  });

  test('falls away where the installation sends none', async () => {
    await insert(ready('a'));
    expect(await deliverMail({ ...deps, mailer: undefined }, 'a')).toBe('dropped');
    expect(await opened.store.mails.find('a')).toBeUndefined();
  });
});
