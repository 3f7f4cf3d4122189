import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodemailerMailer, smtpTransport } from '#shared/adapters/mail/nodemailer-mailer';
import { deliverMails } from '#shared/app/mail/deliver-mail';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { type MailServer, startMailServer } from '#test/network/mail-simulator';
import { ORIGIN } from '../_worlds/api-under-test.ts';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await fetch(`${server.url}/_sim/reset`, { method: 'POST' });
});

/** Delivers due mails in `count` consecutive runs of the schedule. */
async function runs(count = 2): Promise<void> {
  const { store, clock, log } = market;
  const transport = () => smtpTransport({ url: server.smtp, account: async () => undefined, timeoutMs: 5000 });
  const mailer = nodemailerMailer({ from: 'paddock@example.org', transport });
  const deps = { ...market, log, ids: randomIds, consoleUrl: undefined, publicUrl: ORIGIN, mailer };
  for (let run = 0; run < count; run += 1) await deliverMails(deps, await store.mails.listDue(clock.now(), 100));
}
const recipients = async () => (await server.inbox()).flatMap(({ to }) => to).sort();
const decide = (verb: string, orderUuid: string) =>
  market.statusOf('POST', `marketplace-orders/${orderUuid}/${verb}/`, market.people.owner);

describe('owners get an e-mail about an order that waits for them', () => {
  test('with who ordered what, and how it is approved or rejected', async () => {
    const { order } = await stocked.place(market.people.member);
    await runs();
    const [mail, ...others] = await server.inbox();
    const address = `${ORIGIN}/api/marketplace-orders/${order.uuid}/`;
    expect(mail).toMatchObject({
      to: [market.people.owner.user.email],
      subject: 'The order of cluster my-cluster waits for your approval',
    });
    for (const text of ['Ada Lovelace has ordered the cluster my-cluster.', `POST ${address}approve_by_consumer/`]) {
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(text);
    }
    expect(others).toEqual([]);
  });

  test('each one with their own, who can be reached', async () => {
    const { customerUuid } = market;
    const place = { scopeType: 'customer', scopeUuid: customerUuid, customerUuid } as const;
    await market.person({ email: 'second@example.org' }, { role: 'CUSTOMER.OWNER', ...place });
    await market.person({ email: '' }, { role: 'CUSTOMER.OWNER', ...place });
    await stocked.place(market.people.member);
    await runs();
    expect(await recipients()).toEqual([market.people.owner.user.email, 'second@example.org'].sort());
  });

  test.each(['approve_by_consumer', 'reject_by_consumer', 'cancel'])(
    'none of an order that was ended by %s before it was sent',
    async (verb) => {
      const first = await stocked.place(market.people.member);
      await decide(verb, first.order.uuid);
      const second = await stocked.place(market.people.member, { name: 'second' });
      await runs(1);
      await decide(verb, second.order.uuid);
      await runs();
      expect(await recipients()).toEqual([]);
      expect(await market.store.mails.listDue(market.clock.now(), 10)).toEqual([]);
    },
  );

  test('none of their own orders, which wait for nobody', async () => {
    await stocked.place();
    await runs();
    expect(await recipients()).toEqual([]);
  });
});

test('orders that wait for the caller are listed by can_approve_as_consumer', async () => {
  const { order } = await stocked.place(market.people.member);
  const list = 'marketplace-orders/?can_approve_as_consumer=true&field=uuid';
  expect((await market.ask('GET', list, market.people.owner)).body).toEqual([{ uuid: order.uuid }]);
  expect((await market.ask('GET', list, market.people.member)).body).toEqual([]);
});
