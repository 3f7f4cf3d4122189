import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Market, openMarket } from '../_worlds/market.ts';

const listed = z.array(z.looseObject({ message: z.string(), result: z.string() }));

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});

const refused = async (who: keyof Market['people'] = 'staff') =>
  listed.parse((await market.ask('GET', 'events/?event_type=access_refused', market.people[who])).body);
/** The member sees the project but may not give roles, so the API refuses this request. */
const grab = () => {
  const { member } = market.people;
  const body = { user: member.user.uuid, role: 'PROJECT.MANAGER' };
  const address = `projects/${market.projectUuid}/add_user/`;
  return market.ask('POST', address, { ...member, body, sourceIp: '192.0.2.7' });
};

test('a caller who tries to change what they may only read is refused, and staff can see the attempt (S0-167)', async () => {
  expect((await grab()).status).toBe(403);
  const { user } = market.people.member;
  expect(await refused()).toEqual([
    expect.objectContaining({
      ...{ event_type: 'access_refused', result: 'refused' },
      message: `POST /api/projects/${market.projectUuid}/add_user/ was not allowed.`,
      context: expect.objectContaining({
        ...{ caller_type: 'user', caller_uuid: user.uuid, caller_username: user.username },
        ...{ ip_address: '192.0.2.7', changes: [] },
      }),
    }),
  ]);
  for (const who of ['member', 'owner'] as const) expect(await refused(who)).toEqual([]);
});

test('refused reads, and things that a caller cannot see, are not recorded', async () => {
  const { member, outsider, owner } = market.people;
  const offer = { email: 'grace@example.org', role: 'PROJECT.MEMBER', scope: `projects/${market.projectUuid}` };
  const { uuid } = await market.create('user-invitations/', owner, offer);
  expect((await market.ask('GET', `user-invitations/${uuid}/`, member)).status).toBe(403);
  const unseen = await market.ask('POST', `projects/${market.projectUuid}/add_user/`, { ...outsider, body: {} });
  expect(unseen.status).toBe(404);
  expect(await refused()).toEqual([]);
});

test('who is refused hears the same when that cannot be written down', async () => {
  const before = await grab();
  market.client.middlewareStack.add(
    (next, context) => (args) =>
      context.commandName === 'PutItemCommand' ? Promise.reject(new Error('no writes today')) : next(args),
    { step: 'initialize', name: 'failPuts' },
  );
  const answer = await grab();
  expect([answer.status, answer.body]).toEqual([before.status, before.body]);
  expect(await refused()).toHaveLength(1);
  expect(market.log.lines.join()).toContain('refusal not recorded');
});
