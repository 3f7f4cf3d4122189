import { beforeEach, describe, expect, test } from 'vitest';
import { anOffering } from '#test/builders/offering-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { agentOffering, otherSeller, registeredAgent } from '../_worlds/site-agent-market.ts';

const AGENTS = 'marketplace-site-agent-identities/';
const SERVICES = 'marketplace-site-agent-services/';
const PROCESSORS = 'marketplace-site-agent-processors/';

let market: Market;
let offering: string;
beforeEach(async () => {
  market = await openMarket();
  offering = (await agentOffering(market)).uuid;
});

const ask = (method: string, path: string, body?: object, person: Person = market.people.owner) =>
  market.ask(method, path, { ...person, ...(body && { body }) });
const dashed = (uuid: string) => uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
/** An identity as the agent registers it. */
const said = (fields: object = {}) => ({
  ...{ offering: dashed(offering), name: 'agent-1', version: '1.0.7' },
  last_restarted: '2026-03-01T11:59:58.123456+00:00',
  dependencies: [{ package: 'waldur-api-client', version: '8.1.3' }],
  ...{ config_file_path: '', config_file_content: 'waldur_api_token: very-secret' },
  ...fields,
});

describe('a site agent', () => {
  test('registers at an offering, and what its configuration says is not kept', async () => {
    const { status, body, text } = await ask('POST', AGENTS, said());
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...{ offering, name: 'agent-1', version: '1.0.7', created_by: market.people.owner.user.uuid },
        ...{ last_restarted: '2026-03-01T11:59:58.123Z', services: [], config_file_path: '' },
        dependencies: [{ package: 'waldur-api-client', version: '8.1.3' }],
      },
    });
    expect(text).not.toContain('very-secret');
    const stored = await market.store.agentIdentities.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
    expect(JSON.stringify(stored)).not.toContain('very-secret');
  });

  test('needs no more than its offering and name', async () => {
    const { body } = await ask('POST', AGENTS, { offering, name: 'agent-1', version: null, dependencies: null });
    expect(body).toMatchObject({ version: '', dependencies: [], last_restarted: '2026-03-01T12:00:00.000Z' });
  });

  test('has a name of its own at its offering, and another offering may have one of the same', async () => {
    const other = await agentOffering(market, { name: 'Other' });
    await ask('POST', AGENTS, said());
    expect(await ask('POST', AGENTS, said())).toMatchObject({
      ...{ status: 400, body: { name: ['A site agent with this name is already registered for the offering.'] } },
    });
    expect(await ask('POST', AGENTS, said({ offering: other.uuid }))).toMatchObject({ status: 201 });
  });

  test('is not registered at an offering that Paddock carries out itself', async () => {
    const rancher = anOffering({ customerUuid: market.customerUuid });
    await market.store.commit(market.store.offerings.insert(rancher));
    expect(await ask('POST', AGENTS, said({ offering: rancher.uuid }))).toMatchObject({
      ...{ status: 400, body: { offering: ['Paddock carries out the orders of this offering itself.'] } },
    });
  });

  test('is found by its name alone, whole and not a part of it', async () => {
    const { agent } = await registeredAgent(market, offering, 'agent-10');
    expect(await ask('GET', `${AGENTS}?name=agent-1`)).toMatchObject({ status: 200, body: [] });
    expect(await ask('GET', `${AGENTS}?name=agent-10`)).toMatchObject({ body: [{ uuid: agent }] });
  });

  test('registers again, and what it leaves out stays', async () => {
    const { agent } = await registeredAgent(market, offering);
    market.clock.advance(60);
    const again = await ask('PUT', `${AGENTS}${agent}/`, { offering, name: 'agent-1', version: '1.0.8' });
    expect(again).toMatchObject({ status: 200, body: { version: '1.0.8', modified: '2026-03-01T12:01:00.000Z' } });
    expect(await ask('PATCH', `${AGENTS}${agent}/`, { config_file_path: '/etc/agent.yaml' })).toMatchObject({
      status: 200,
      body: { version: '1.0.8', config_file_path: '/etc/agent.yaml', services: [{ name: 'order_process' }] },
    });
  });

  test('may be renamed, which frees its name, but stays with its offering', async () => {
    const { agent } = await registeredAgent(market, offering);
    const other = await agentOffering(market, { name: 'Other' });
    expect(await ask('PATCH', `${AGENTS}${agent}/`, { offering: other.uuid })).toMatchObject({ status: 400 });
    expect(await ask('PATCH', `${AGENTS}${agent}/`, { name: 'agent-2' })).toMatchObject({ status: 200 });
    expect(await ask('POST', AGENTS, said())).toMatchObject({ status: 201 });
    expect(await ask('PATCH', `${AGENTS}${agent}/`, { name: 'agent-1' })).toMatchObject({ status: 400 });
  });

  test('is deleted with its services and processors, and can register again', async () => {
    const { agent, service, processor } = await registeredAgent(market, offering);
    expect(await ask('DELETE', `${AGENTS}${agent}/`)).toMatchObject({ status: 204 });
    for (const path of [`${AGENTS}${agent}/`, `${SERVICES}${service}/`, `${PROCESSORS}${processor}/`]) {
      expect(await ask('GET', path)).toMatchObject({ status: 404 });
    }
    expect(await ask('POST', AGENTS, said())).toMatchObject({ status: 201 });
  });

  test('has no queue: events come by web hooks', async () => {
    const { agent } = await registeredAgent(market, offering);
    expect(await ask('POST', `${AGENTS}${agent}/register_queue/`, { object_types: [] })).toMatchObject({
      status: 404,
      body: { detail: 'There are no message queues here. Events are sent to web hooks, see docs/hooks.md.' },
    });
  });

  test('and its parts are there for owners of the customer that sells, and for nobody else', async () => {
    const { agent, service, processor } = await registeredAgent(market, offering);
    const { person, offering: theirs } = await otherSeller(market);
    for (const other of [person, market.people.manager]) {
      for (const [list, uuid] of [
        [AGENTS, agent],
        [SERVICES, service],
        [PROCESSORS, processor],
      ] as const) {
        expect(await ask('GET', list, undefined, other)).toMatchObject({ status: 200, body: [] });
        expect(await ask('GET', `${list}${uuid}/`, undefined, other)).toMatchObject({ status: 404 });
      }
      expect(await ask('POST', `${SERVICES}${service}/register_processor/`, {}, other)).toMatchObject({ status: 404 });
    }
    expect(await ask('POST', AGENTS, said({ offering: theirs.uuid }))).toMatchObject({
      ...{ status: 400, body: { offering: ['Invalid hyperlink - Object does not exist.'] } },
    });
  });

  test('is an event where it is registered, changed and deleted, and none where it is only seen', async () => {
    const { agent } = await registeredAgent(market, offering);
    market.clock.advance(60);
    const MODE = { name: 'order_process', mode: 'order_process' };
    await ask('POST', `${AGENTS}${agent}/register_service/`, MODE);
    await ask('PATCH', `${AGENTS}${agent}/`, { last_restarted: '2026-03-01T12:01:00Z' });
    await ask('PATCH', `${AGENTS}${agent}/`, { version: '1.0.8' });
    await ask('DELETE', `${AGENTS}${agent}/`);
    const { items } = await market.store.audit.list(
      { visibility: 'all', customerUuid: market.customerUuid },
      { page: 1, pageSize: 50 },
    );
    const types = items.map(({ eventType }) => eventType).filter((type) => type.startsWith('site_agent'));
    expect(types.sort()).toEqual(['site_agent_deleted', 'site_agent_registered', 'site_agent_updated']);
  });
});

describe('a service and a processor', () => {
  test('that register again are the same ones, seen again', async () => {
    const { agent, service, processor } = await registeredAgent(market, offering);
    market.clock.advance(60);
    const again = await registerBoth(agent, service);
    expect(again.service).toMatchObject({
      status: 200,
      body: { uuid: service, identity: agent, identity_name: 'agent-1', modified: '2026-03-01T12:01:00.000Z' },
    });
    expect(again.processor).toMatchObject({
      status: 200,
      body: { uuid: processor, service, service_name: 'order_process', last_run: '2026-03-01T12:01:00.000Z' },
    });
    expect(await ask('GET', SERVICES)).toMatchObject({ body: [{ uuid: service, processors: [{ uuid: processor }] }] });
    expect(await ask('GET', PROCESSORS)).toMatchObject({ body: [{ uuid: processor, backend_version: '25.05' }] });
  });

  test('are idle, or stale, when they have not registered for an hour', async () => {
    const { agent, service } = await registeredAgent(market, offering);
    market.clock.advance(3601);
    expect(await ask('GET', `${SERVICES}${service}/`)).toMatchObject({ body: { state: 'Idle' } });
    expect(await ask('GET', `${AGENTS}${agent}/`)).toMatchObject({ body: { services: [{ state: 'Idle' }] } });
    expect(await ask('GET', `${PROCESSORS}?stale=true`)).toMatchObject({ body: [{}] });
    expect(await ask('GET', `${SERVICES}?state=1`)).toMatchObject({ body: [] });
    await registerBoth(agent, service);
    expect(await ask('GET', `${SERVICES}?state=1&stale=false`)).toMatchObject({ body: [{ state: 'Active' }] });
    expect(await ask('GET', `${PROCESSORS}?stale=true`)).toMatchObject({ body: [] });
  });

  test('of an agent register at the same time without one losing the other', async () => {
    const { agent } = await registeredAgent(market, offering);
    const modes = ['order_process', 'membership_sync', 'report'];
    const register = (name: string) => ask('POST', `${AGENTS}${agent}/register_service/`, { name, mode: name });
    expect((await Promise.all(modes.map(register))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { services } = await market.store.agentIdentities.get(agent);
    expect(services.map(({ name }) => name).sort()).toEqual([...modes].sort());
  });
});

async function registerBoth(agent: string, service: string) {
  const MODE = { name: 'order_process', mode: 'order_process' };
  const SLURM = { name: 'OfferingOrderProcessor', backend_type: 'slurm', backend_version: '25.05' };
  return {
    service: await ask('POST', `${AGENTS}${agent}/register_service/`, MODE),
    processor: await ask('POST', `${SERVICES}${service}/register_processor/`, SLURM),
  };
}

test('the customer goes with the agents of its archived offerings', async () => {
  const { customer, person, offering: theirs } = await otherSeller(market);
  const { uuid } = await market.create(AGENTS, person, said({ offering: theirs.uuid }));
  await ask('POST', `marketplace-provider-offerings/${theirs.uuid}/archive/`, {}, person);
  expect(await ask('DELETE', `customers/${customer.uuid}/`, undefined, person)).toMatchObject({ status: 204 });
  expect(await market.store.agentIdentities.find(uuid)).toBeUndefined();
});

describe('a service provider', () => {
  const PROVIDERS = 'marketplace-service-providers/';
  test('is a customer that has offerings, for its owners', async () => {
    const { customer, person } = await otherSeller(market);
    const own = `${PROVIDERS}?customer_uuid=${dashed(market.customerUuid)}&field=uuid`;
    expect(await ask('GET', own)).toMatchObject({ status: 200, body: [{ uuid: market.customerUuid }] });
    expect(await ask('GET', PROVIDERS)).toMatchObject({
      body: [{ uuid: market.customerUuid, customer_uuid: market.customerUuid, offering_count: 1 }],
    });
    expect(await ask('GET', own, undefined, person)).toMatchObject({ body: [] });
    expect(await ask('GET', `${PROVIDERS}${market.customerUuid}/`, undefined, person)).toMatchObject({ status: 404 });
    expect(await ask('GET', `${PROVIDERS}${customer.uuid}/`, undefined, person)).toMatchObject({ status: 200 });
    const { body } = await ask('GET', `${PROVIDERS}?o=customer_name`, undefined, market.people.staff);
    expect(body).toHaveLength(2);
  });

  test('is nobody who sells nothing', async () => {
    const { uuid } = await market.create('customers/', market.people.staff, { name: 'Buys only' });
    expect(await ask('GET', `${PROVIDERS}${uuid}/`, undefined, market.people.staff)).toMatchObject({ status: 404 });
  });

  test('has been handed no SSH keys', async () => {
    expect(await ask('GET', `${PROVIDERS}${market.customerUuid}/keys/`)).toMatchObject({ status: 200, body: [] });
  });
});
