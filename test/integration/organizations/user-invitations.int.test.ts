import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { issueInvitationToken } from '#shared/app/organizations/issue-invitation-token';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { roleUuid } from '#shared/domain/organizations/role';
import { randomIds } from '#shared/runtime/clock-and-ids';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
let newcomer: Person;
beforeEach(async () => {
  market = await openMarket();
  newcomer = await market.person();
});

const object = z.looseObject({ uuid: z.string() });
const body = (role = 'PROJECT.MEMBER') => ({
  email: 'grace@example.org',
  role,
  scope: `https://paddock.example/api/projects/${market.projectUuid}/`,
});
const invite = async (person = market.people.owner, role?: string): Promise<string> =>
  object.parse((await market.ask('POST', 'user-invitations/', { ...person, body: body(role) })).body).uuid;
/** Issues an invitation token as the mailer does. */
const mailed = async (uuid: string): Promise<string> =>
  z.string().parse(await issueInvitationToken({ ...market, ids: randomIds }, uuid));
const act = (uuid: string, verb: string, person: Person, sent: object = {}) =>
  market.ask('POST', `user-invitations/${uuid}/${verb}/`, { ...person, body: sent });
const accept = async (uuid: string, token: string, person = newcomer) =>
  (await act(uuid, 'accept', person, { token })).status;
const sees = async (person: Person): Promise<boolean> =>
  (await market.statusOf('GET', `projects/${market.projectUuid}/`, person)) === 200;
const stateOf = async (uuid: string) =>
  object.parse((await market.ask('GET', `user-invitations/${uuid}/`, market.people.owner)).body).state;
const WEEK = 7 * 24 * 3600;

describe('an invitation', () => {
  test('is answered as Waldur does, and mailed later, without any token until then', async () => {
    const { owner } = market.people;
    const scope = await market.store.projects.find(market.projectUuid);
    const made = await market.ask('POST', 'user-invitations/', { ...owner, body: body(roleUuid('PROJECT.ADMIN')) });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...{ email: 'grace@example.org', state: 'pending', role_name: 'PROJECT.ADMIN' },
        ...{ scope_type: 'project', scope_uuid: market.projectUuid, customer_uuid: market.customerUuid },
        ...{ created_by_username: owner.user.username, role_description: 'Project administrator' },
        ...{ scope_description: scope?.description, execution_state: 'Scheduled', error_message: '' },
        expires: new Date(market.clock.now().getTime() + WEEK * 1000).toISOString(),
      },
    });
    const { uuid } = object.parse(made.body);
    expect(await market.store.mails.find(`invitation/${uuid}/0`)).toMatchObject({
      ...{ to: 'grace@example.org', template: 'invitation' },
      values: { invitationUuid: uuid, role: 'Project administrator', scopeType: 'project' },
    });
    expect(await stateOf(uuid)).toBe('pending');
    await mailed(uuid);
    const shown = await market.ask('GET', `user-invitations/${uuid}/`, owner);
    expect(shown.body).toMatchObject({ state: 'pending', execution_state: 'OK' });
  });

  test('gives whoever has its token the role, once', async () => {
    const uuid = await invite();
    const token = await mailed(uuid);
    expect(await sees(newcomer)).toBe(false);
    const accepted = await act(uuid, 'accept', newcomer, { token });
    expect(accepted).toMatchObject({ status: 200, body: { detail: 'Invitation has been successfully accepted.' } });
    expect(await sees(newcomer)).toBe(true);
    expect(await stateOf(uuid)).toBe('accepted');
    expect(await accept(uuid, token, await market.person())).toBe(404);
    expect(await issueInvitationToken({ ...market, ids: randomIds }, uuid)).toBeUndefined();
  });

  test('is given once, too, when two accept it at the same moment', async () => {
    const uuid = await invite();
    const token = await mailed(uuid);
    const people = await Promise.all([1, 2, 3].map(() => market.person()));
    const statuses = await Promise.all(people.map((person) => accept(uuid, token, person)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await Promise.all(people.map(sees))).filter(Boolean)).toHaveLength(1);
  });

  test('keeps its token nowhere: not in the table, a reply or a log', async () => {
    const uuid = await invite();
    const token = await mailed(uuid);
    const { owner, staff } = market.people;
    const replies = await Promise.all([
      market.ask('GET', `user-invitations/${uuid}/`, owner),
      market.ask('GET', 'user-invitations/', staff),
    ]);
    const kept = [...replies.map(({ text }) => text), JSON.stringify(await market.store.invitations.get(uuid))];
    kept.push(market.log.lines.join('\n'), JSON.stringify(await market.store.mails.find(`invitation/${uuid}/0`)));
    expect(kept.join('\n')).not.toContain(token);
    expect(replies.map(({ text }) => text).join()).not.toContain('hash');
  });

  test('is not there for a wrong token, an earlier one, or before one is mailed', async () => {
    const uuid = await invite();
    expect(await accept(uuid, '')).toBe(400);
    expect(await accept(uuid, 'x')).toBe(404);
    const first = await mailed(uuid);
    const second = await mailed(uuid);
    expect(await accept(uuid, first)).toBe(404);
    expect(await accept(await invite(), second)).toBe(404);
    expect(await accept(uuid, second)).toBe(200);
  });

  test('ends after a week, to the second, and can be sent again with another token', async () => {
    const uuid = await invite();
    const token = await mailed(uuid);
    market.clock.advance(WEEK);
    expect([await stateOf(uuid), await accept(uuid, token)]).toEqual(['expired', 404]);
    const { owner } = market.people;
    expect(await act(uuid, 'send', owner)).toMatchObject({
      status: 200,
      body: { detail: 'Invitation sending has been successfully scheduled.' },
    });
    expect(await market.store.mails.find(`invitation/${uuid}/2`)).toMatchObject({ to: 'grace@example.org' });
    expect([await stateOf(uuid), await accept(uuid, token)]).toEqual(['pending', 404]);
    const another = await mailed(uuid);
    market.clock.advance(WEEK - 1);
    expect(await accept(uuid, another)).toBe(200);
    expect(await act(uuid, 'send', owner)).toMatchObject({
      status: 400,
      body: ['Only pending, expired and canceled invitations can be resent.'],
    });
  });

  test('that is taken back cannot be accepted', async () => {
    const uuid = await invite();
    const token = await mailed(uuid);
    const { owner, manager } = market.people;
    expect((await act(uuid, 'cancel', manager)).status).toBe(200);
    expect([await stateOf(uuid), await accept(uuid, token)]).toEqual(['canceled', 404]);
    expect(await act(uuid, 'cancel', owner)).toMatchObject({
      status: 400,
      body: ['Only pending or planned invitations can be canceled.'],
    });
  });

  test('holds only as long as who offered it may give the role', async () => {
    const { manager, owner } = market.people;
    const uuid = await invite(manager);
    const token = await mailed(uuid);
    const about = { user: manager.user.uuid, role: 'PROJECT.MANAGER' };
    await market.ask('POST', `projects/${market.projectUuid}/delete_user/`, { ...owner, body: about });
    expect(await accept(uuid, token)).toBe(400);
    expect(await sees(newcomer)).toBe(false);
  });

  test('is refused to who has the role', async () => {
    const uuid = await invite();
    const { member } = market.people;
    expect(await act(uuid, 'accept', member, { token: await mailed(uuid) })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['User has already the same role in this scope.'] },
    });
    expect(await stateOf(uuid)).toBe('pending');
  });
});

describe('inviting', () => {
  test('is for who may give the role, and not for who has it only for a time', async () => {
    const { manager, member, outsider, staff } = market.people;
    const inProject = {
      scopeType: 'project',
      scopeUuid: market.projectUuid,
      customerUuid: market.customerUuid,
    } as const;
    const expiresAt = new Date(market.clock.now().getTime() + 60_000).toISOString();
    const guest = await market.person({}, { ...inProject, role: 'PROJECT.MANAGER', expiresAt });
    const statuses = [];
    for (const person of [staff, manager, member, guest, outsider]) {
      statuses.push((await market.ask('POST', 'user-invitations/', { ...person, body: body() })).status);
    }
    expect(statuses).toEqual([201, 201, 403, 403, 400]);
  });

  test('as an owner is for owners, in a customer', async () => {
    const { owner, manager } = market.people;
    const sent = { ...body('CUSTOMER.OWNER'), scope: market.customerUuid };
    const ask = async (person: Person, scope = sent.scope) =>
      (await market.ask('POST', 'user-invitations/', { ...person, body: { ...sent, scope } })).body;
    expect(await ask(owner)).toMatchObject({ scope_type: 'customer', scope_uuid: market.customerUuid });
    const notThere = { scope: ['Invalid hyperlink - Object does not exist.'] };
    expect(await ask(manager)).toEqual(notThere);
    expect(await ask(owner, market.projectUuid)).toEqual(notThere);
  });

  test('shows what was offered to those who may offer there', async () => {
    const uuid = await invite();
    const { owner, manager, member, outsider } = market.people;
    const counts = [];
    for (const person of [owner, manager, member, outsider]) {
      counts.push((await market.ask('GET', 'user-invitations/', person)).headers['x-result-count']);
    }
    expect(counts).toEqual(['1', '1', '0', '0']);
    expect(await market.statusOf('GET', `user-invitations/${uuid}/`, member)).toBe(403);
    const states = async (state: string) =>
      (await market.ask('GET', `user-invitations/?state=${state}`, owner)).headers['x-result-count'];
    expect([await states('pending'), await states('accepted')]).toEqual(['1', '0']);
  });
});

test('is refused where the installation sends no e-mail, with what to do instead', async () => {
  const silent = await openMarket({ site: { ...DEFAULT_SITE_SETTINGS, sendsMail: false } });
  const { customerUuid, people } = silent;
  const body = { email: 'ada@example.org', role: 'CUSTOMER.OWNER' };
  const scoped = { ...body, scope: `https://paddock.example/api/customers/${customerUuid}/` };
  expect(await silent.ask('POST', 'user-invitations/', { ...people.owner, body: scoped })).toMatchObject({
    status: 400,
    body: { email: [expect.stringMatching(/^This installation sends no e-mail\. Ask its operator to set mailFrom/)] },
  });
  expect(await silent.store.mails.listDue(silent.clock.now(), 10)).toEqual([]);
});
