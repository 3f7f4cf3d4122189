import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hookAudience } from '#shared/app/hooks/hook-audience';
import { queueWebhooks } from '#shared/app/hooks/queue-webhooks';
import { deliverMails } from '#shared/app/mail/deliver-mail';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { Message } from '#shared/ports/mail';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aKeyRing } from '#test/a-key-ring';
import { aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
let sent: Message[];
const site = { ...DEFAULT_SITE_SETTINGS, unconfirmedMailsPerUser: 4, unconfirmedMailsPerAddress: 2 };
beforeEach(async () => {
  market = await openMarket({ site });
  sent = [];
});
const putKey = (ring: object) =>
  market.secrets.put(secretName(market.stage, 'mail-key', STAGE_KEY), JSON.stringify(ring));

/** Delivers as the schedule does. Returns the delivered messages. */
async function deliver(): Promise<Message[]> {
  const before = sent.length;
  const mailer = { send: async (message: Message) => void sent.push(message) };
  const urls = { consoleUrl: 'https://console.example', publicUrl: 'https://paddock.example' };
  const due = await market.store.mails.listDue(market.clock.now(), 200);
  await deliverMails({ ...market, mailer, ...urls, ids: randomIds }, due);
  return sent.slice(before);
}

const shown = z.looseObject({ uuid: z.string(), confirmed: z.boolean(), is_active: z.boolean(), email: z.string() });
const body = (email = 'ops@example.org') => ({ email, event_groups: ['projects'] });
const ask = (person: Person, email?: string) => market.ask('POST', 'hooks-email/', { ...person, body: body(email) });
const create = async (email?: string, person = market.people.owner) => shown.parse((await ask(person, email)).body);
const see = async (uuid: string) =>
  shown.parse((await market.ask('GET', `hooks-email/${uuid}/`, market.people.owner)).body);
const change = (uuid: string, fields: object) =>
  market.ask('PATCH', `hooks-email/${uuid}/`, { ...market.people.owner, body: fields });
const again = (uuid: string) => market.ask('POST', `hooks-email/${uuid}/send_confirmation/`, market.people.owner);

const tokenOf = (message: Message | undefined): string => /\/confirm\/#(\S+)/.exec(message?.text ?? '')?.[1] ?? '';
const confirm = async (uuid: string, token: string) =>
  (
    await market.ask('POST', `hooks-email/${uuid}/confirm/`, {
      body: `token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    })
  ).status;
const confirmed = async (email?: string): Promise<string> => {
  const { uuid } = await create(email);
  expect(await confirm(uuid, tokenOf((await deliver()).at(-1)))).toBe(200);
  return uuid;
};
const happen = () =>
  queueWebhooks(
    market,
    {
      ...{ uuid: aUuid(), created: market.clock.now().toISOString(), event_type: 'project_creation_succeeded' },
      ...{ event_types: ['project_creation_succeeded'], message: 'Project winter has been created.' },
      context: { customer_uuid: market.customerUuid },
    },
    hookAudience(market),
  );

describe('the address of an e-mail hook', () => {
  test('gets no event before it is confirmed, but one question, which says nothing of whoever asked', async () => {
    const { uuid, confirmed } = await create();
    expect(confirmed).toBe(false);
    expect(await happen()).toBe(0);
    const mails = await deliver();
    expect(mails).toMatchObject([{ to: 'ops@example.org', subject: 'Paddock: confirm this address' }]);
    expect(mails[0]?.text).toContain(`https://paddock.example/api/hooks-email/${uuid}/confirm/#`);
    expect(mails[0]?.text).not.toContain(market.people.owner.user.username);
    expect(await deliver()).toEqual([]);
  });

  test('is confirmed by the token of the e-mail alone, once, and receives events from then on', async () => {
    const { uuid } = await create();
    const token = tokenOf((await deliver())[0]);
    expect(token.length).toBeGreaterThan(40);
    expect([await confirm(uuid, 'x'), await confirm(aUuid(), token)]).toEqual([400, 400]);
    expect((await see(uuid)).confirmed).toBe(false);
    expect([await confirm(uuid, token), await confirm(uuid, token)]).toEqual([200, 400]);
    expect((await see(uuid)).confirmed).toBe(true);
    expect(await happen()).toBe(1);
    expect(await deliver()).toMatchObject([{ to: 'ops@example.org', subject: expect.stringContaining('winter') }]);
  });

  test('is not confirmed by an earlier token, nor by one that is two days old, to the second', async () => {
    const { uuid } = await create();
    const first = tokenOf((await deliver())[0]);
    expect((await again(uuid)).status).toBe(202);
    const second = tokenOf((await deliver())[0]);
    market.clock.advance(48 * 3600);
    expect([await confirm(uuid, first), await confirm(uuid, second)]).toEqual([400, 400]);
    expect((await again(uuid)).status).toBe(202);
    const third = tokenOf((await deliver())[0]);
    market.clock.advance(48 * 3600 - 1);
    expect(await confirm(uuid, third)).toBe(200);
    expect((await again(uuid)).status).toBe(400);
  });

  test('has its token nowhere: not in the table, an answer or a log', async () => {
    const { uuid } = await create();
    const token = tokenOf((await deliver())[0]);
    const { text } = await market.ask('GET', `hooks-email/${uuid}/`, market.people.owner);
    const kept = JSON.stringify([text, await market.store.hooks.get(uuid), market.log.lines]);
    expect(kept).not.toContain(token);
    expect(text).not.toContain('Hash');
  });

  test('is asked again when it is another one, and an e-mail of before does not confirm that', async () => {
    const uuid = await confirmed();
    await happen();
    expect((await change(uuid, { email: 'else@example.org' })).body).toMatchObject({ confirmed: false });
    expect(await happen()).toBe(0);
    const mails = await deliver();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['else@example.org', 'Paddock: confirm this address'],
    ]);
    expect((await change(uuid, { email: 'ops@example.org' })).body).toMatchObject({ confirmed: false });
    expect(await confirm(uuid, tokenOf(mails[0]))).toBe(400);
  });

  test('stays confirmed when anything else is changed', async () => {
    const uuid = await confirmed();
    expect((await change(uuid, { ...body(), event_types: ['role_granted'] })).body).toMatchObject({ confirmed: true });
    expect(await deliver()).toEqual([]);
  });

  test('is not confirmed by who merely follows the link, as a mail server does', async () => {
    const { uuid } = await create();
    await deliver();
    const { status, text, headers } = await market.ask('GET', `hooks-email/${uuid}/confirm/`, {
      headers: { accept: 'text/html' },
    });
    expect([status, headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(text).toContain('<form method="post">');
    expect((await see(uuid)).confirmed).toBe(false);
  });
});

describe('confirmations are no relay', () => {
  const statuses = async (asked: Promise<{ status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status).sort();

  test('one mailbox gets so many a day, whoever asks at the same moment, under whatever name of it', async () => {
    const { owner, manager, member } = market.people;
    const names = ['ops@example.org', 'OPS@example.org', 'ops+1@example.org', 'ops+2@Example.org'];
    const asked = [owner, manager, member].flatMap((person) => names.map((name) => ask(person, name)));
    expect((await statuses(asked)).filter((status) => status === 201)).toHaveLength(2);
    expect(await deliver()).toHaveLength(2);
    const { body: refusal } = await ask(market.people.staff);
    const text = 'An unconfirmed address may get 2 e-mails a day: try again tomorrow.';
    expect(refusal).toEqual({ email: [text] });
    market.clock.advance(24 * 3600);
    expect((await ask(market.people.staff)).status).toBe(201);
  });

  test('one user causes so many a day, by hooks, changes of hooks and invitations together, at the same moment too', async () => {
    const { uuid } = await create('a@example.org');
    const { owner } = market.people;
    const invitation = (email: string) =>
      market.ask('POST', 'user-invitations/', {
        ...owner,
        body: { email, role: 'PROJECT.MEMBER', scope: `projects/${market.projectUuid}` },
      });
    expect((await change(uuid, { email: 'b@example.org' })).status).toBe(200);
    const more = [...'cdefgh'].flatMap((name) => [ask(owner, `${name}@example.org`), invitation(`${name}@x.example`)]);
    expect((await statuses(more)).filter((status) => status === 201)).toHaveLength(2);
    expect((await again(uuid)).body).toEqual({
      email: ['A user may send 4 e-mails a day to unconfirmed addresses: try again tomorrow.'],
    });
    expect((await ask(market.people.manager, 'z@example.org')).status).toBe(201);
  });
});

describe('each e-mail of a hook', () => {
  const urlOf = (message: Message | undefined) => new URL(message?.unsubscribeUrl ?? '');
  const stopLink = async (): Promise<URL> => {
    await happen();
    return urlOf((await deliver())[0]);
  };
  /** Sends the request of RFC 8058 that unsubscribes from the hook's e-mails with one click. */
  const stop = (url: URL, post: object = { body: 'List-Unsubscribe=One-Click' }) =>
    market.ask('POST', url.href, {
      ...post,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
    });

  test('has a link that ends them, without signing in; looking at it ends nothing', async () => {
    const uuid = await confirmed();
    const url = await stopLink();
    expect(sent.at(-1)?.text).toContain(url.href);
    expect((await market.ask('GET', url.href, { headers: { accept: 'text/html' } })).status).toBe(200);
    expect((await see(uuid)).is_active).toBe(true);
    await happen();
    expect([(await stop(url)).status, (await stop(url, {})).status]).toEqual([200, 200]);
    expect(await see(uuid)).toMatchObject({ is_active: false, confirmed: false });
    expect([await deliver(), await happen()]).toEqual([[], 0]);
  });

  test('is ended for good: whoever has the hook cannot switch it on without the address', async () => {
    const uuid = await confirmed();
    await stop(await stopLink());
    await change(uuid, { is_active: true });
    expect([await happen(), await deliver()]).toEqual([0, []]);
  });

  test('ends its own hook only, and only at the address that it went to', async () => {
    const uuid = await confirmed();
    const url = await stopLink();
    const other = await confirmed('other@example.org');
    const forged = new URL(url.href.replace(uuid, other));
    const broken = new URL(url);
    broken.searchParams.set('token', `${url.searchParams.get('token')}x`);
    const none = new URL(`${url.origin}${url.pathname}`);
    for (const wrong of [forged, broken, none]) expect((await stop(wrong)).status).toBe(400);
    expect([(await see(uuid)).is_active, (await see(other)).is_active]).toEqual([true, true]);
    await change(uuid, { email: 'else@example.org' });
    expect((await stop(url)).status).toBe(400);
  });

  test('can be ended after the key has changed, as long as the earlier one is kept', async () => {
    await confirmed();
    const url = await stopLink();
    await putKey({ ...aKeyRing('2'), previous: { 1: aKeyRing().key } });
    market.clock.advance(61);
    const later = await stopLink();
    expect(later.searchParams.get('token')).toMatch(/^2\./);
    expect([(await stop(url)).status, (await stop(later)).status]).toEqual([200, 200]);
  });
});
