import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer, aProject } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});

const made = z.looseObject({ uuid: z.string() });
type Sent = { key?: string; body?: unknown; headers?: Record<string, string> };
const place = (person: Person, { key, body = stocked.order(), headers = {} }: Sent = {}) =>
  market.ask('POST', 'marketplace-orders/', {
    ...person,
    ...{ body, headers: { ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) } },
  });
const replayed = 'idempotent-replayed';

/** The owner of another customer, with a project. */
async function aStranger() {
  const { store, person } = market;
  const customer = aCustomer();
  const project = aProject({ customerUuid: customer.uuid });
  await store.commit(store.customers.insert(customer), store.projects.insert(project));
  const scope = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  return { stranger: await person({}, { role: 'CUSTOMER.OWNER', ...scope }), customer, project };
}
const endRolesOf = async ({ user }: Person) => {
  const { store } = market;
  const { grants } = await store.access.of(user.uuid);
  await store.commit(...grants.map((grant) => store.grants.remove(grant)));
};

describe('an Idempotency-Key', () => {
  test('of somebody else replays nothing, not even to who shares the project', async () => {
    const { owner, member } = market.people;
    const first = await place(owner, { key: 'k-1' });
    const { stranger } = await aStranger();
    expect(await place(stranger, { key: 'k-1' })).toMatchObject({ status: 400 });
    const own = await place(member, { key: 'k-1', body: stocked.order({ name: 'of-the-member' }) });
    expect([own.status, own.headers[replayed]]).toEqual([201, undefined]);
    expect(made.parse(own.body).uuid).not.toBe(made.parse(first.body).uuid);
  });

  test('replays no order to who has lost the role since', async () => {
    const { member } = market.people;
    const first = await place(member, { key: 'k-1' });
    expect(first.status).toBe(201);
    await endRolesOf(member);
    const again = await place(member, { key: 'k-1' });
    expect([again.status, again.text.includes(made.parse(first.body).uuid)]).toEqual([404, false]);
  });

  test('of staff is not that of the user as whom they act', async () => {
    const { staff, owner } = market.people;
    await place(owner, { key: 'k-1' });
    const again = await place(staff, { key: 'k-1', body: stocked.order({ name: 'of-staff' }) });
    expect([again.status, again.headers[replayed]]).toEqual([201, undefined]);
  });
});

describe('an order that waits for its approval', () => {
  const DECISIONS = ['approve_by_consumer', 'approve_by_provider', 'set_state_executing', 'set_state_done', 'retry'];

  test('is started by nobody without the right, by whatever path', async () => {
    const { member, manager } = market.people;
    const { uuid } = made.parse((await place(member)).body);
    const { stranger } = await aStranger();
    for (const person of [member, manager, stranger]) {
      for (const decision of DECISIONS) {
        const answer = await market.ask('POST', `marketplace-orders/${uuid}/${decision}/`, { ...person, body: {} });
        expect([403, 404, 409], decision).toContain(answer.status);
      }
    }
    expect((await market.store.orders.get(uuid)).state).toBe('pending-consumer');
    expect((await market.store.outbox.listPending(10)).operations).toEqual([]);
  });

  test('is either approved or rejected, however many decide at the same moment', async () => {
    const { member, owner } = market.people;
    const { uuid } = made.parse((await place(member)).body);
    const decide = (decision: string) => market.ask('POST', `marketplace-orders/${uuid}/${decision}/`, owner);
    const answers = await Promise.all(
      ['approve_by_consumer', 'reject_by_consumer', 'approve_by_consumer', 'reject_by_consumer', 'cancel'].map(decide),
    );
    const { state } = await market.store.orders.get(uuid);
    const { operations } = await market.store.outbox.listPending(10);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    if (state === 'rejected') expect(operations).toEqual([]);
    else expect([state, operations.length <= 2]).toEqual([expect.stringMatching(/^(executing|canceled)$/), true]);
  });
});

describe('fields that nobody is offered', () => {
  test('neither start an order, nor give it to somebody else, nor change its price', async () => {
    const { member, owner } = market.people;
    const { customer, project } = await aStranger();
    const body = {
      ...stocked.order(),
      ...{ state: 'executing', approved_by: owner.user.uuid, approvedByUuid: owner.user.uuid, cost: '0.00' },
      ...{
        customer: customer.uuid,
        customerUuid: customer.uuid,
        project_uuid: project.uuid,
        created_by: owner.user.uuid,
      },
      ...{
        type: 'Terminate',
        uuid: '0'.repeat(32),
        resourceUuid: '0'.repeat(32),
        providerReviewedAt: '2020-01-01T00:00:00Z',
      },
    };
    const { uuid } = made.parse((await place(member, { body })).body);
    expect(await market.store.orders.get(uuid)).toMatchObject({
      ...{ state: 'pending-consumer', type: 'Create', customerUuid: market.customerUuid },
      ...{ projectUuid: market.projectUuid, createdByUuid: member.user.uuid },
    });
    expect(await market.store.orders.get(uuid)).not.toHaveProperty('approvedByUuid');
  });

  test('change nothing of a resource, a customer, or a user but what they are named for', async () => {
    const { owner } = market.people;
    const { order } = await stocked.place();
    const { customer, project } = await aStranger();
    const foreign = {
      ...{ uuid: '0'.repeat(32), state: 'Terminated', project: project.uuid, projectUuid: project.uuid, slug: 'x' },
      ...{ customer: customer.uuid, customerUuid: customer.uuid, offering: '0'.repeat(32), plan: '0'.repeat(32) },
      ...{ limits: { cpu: 1 }, is_staff: false, isStaff: true, version: 99, blocked: false, backend_id: 'x' },
    };
    const resource = await market.store.resources.get(order.marketplace_resource_uuid);
    const path = `marketplace-resources/${resource.uuid}/`;
    expect((await market.ask('PATCH', path, { ...owner, body: { ...foreign, name: 'renamed' } })).status).toBe(200);
    const { modified: _at, version: _version, ...after } = await market.store.resources.get(resource.uuid);
    expect({ ...resource, name: 'renamed' }).toMatchObject(after);
    const before = await market.store.customers.get(market.customerUuid);
    await market.ask('PATCH', `customers/${market.customerUuid}/`, { ...owner, body: { ...foreign, name: 'renamed' } });
    const { modified: _then, version: _second, ...renamed } = await market.store.customers.get(market.customerUuid);
    expect({ ...before, name: 'renamed' }).toMatchObject(renamed);
    await market.ask('PATCH', `users/${owner.user.uuid}/`, { ...owner, body: { ...foreign, first_name: 'Ada' } });
    expect(await market.store.users.get(owner.user.uuid)).toMatchObject({ isStaff: false, uuid: owner.user.uuid });
  });
});

describe('a body that says two things', () => {
  const twice = (name: string, first: string, second: string) => {
    const { [name]: _left, ...rest } = stocked.order() as Record<string, unknown>;
    return `{"${name}": ${JSON.stringify(first)}, ${JSON.stringify(rest).slice(1, -1)}, "${name}": ${JSON.stringify(second)}}`;
  };
  test('places an order only where the caller may place one', async () => {
    const { project } = await aStranger();
    const { owner } = market.people;
    const theirs = project.uuid;
    const tricks = [
      twice('project', market.projectUuid, theirs),
      JSON.stringify({ ...stocked.order(), project: [market.projectUuid, theirs] }),
      JSON.stringify({ ...stocked.order(), project: { uuid: theirs } }),
      JSON.stringify({ ...stocked.order(), project: `${theirs}\u0000` }),
      JSON.stringify(stocked.order({ vm_project: theirs })),
      JSON.stringify({ ...stocked.order(), plan: '0'.repeat(32) }),
    ];
    for (const body of tricks) expect((await place(owner, { body })).status, body).toBe(400);
    const { items } = await market.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 9 });
    expect(items).toEqual([]);
  });
});
