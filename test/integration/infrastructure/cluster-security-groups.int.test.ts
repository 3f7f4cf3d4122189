import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureSecurityGroups } from '#shared/app/infrastructure/steps/ensure-security-groups';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { OpenStack } from '#shared/ports/openstack';
import { aUuid } from '#test/builders/builders';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { type Cloud, type Market, stockedMarketPerTest } from '../_worlds/market.ts';
import { buildTenants, orderInThreeZones, removeProjects } from './built-infrastructure.ts';

let cloud: Cloud;
let market: Market;
let site: SiteSettings;
let settingsUuid: string;
stockedMarketPerTest((opened) => {
  ({ cloud, market, site } = opened);
});
afterEach(async () => {
  await cloud.simulator.clearFaults();
  await removeProjects(market, settingsUuid);
});

type Group = Awaited<ReturnType<OpenStack['listSecurityGroups']>>[number];
const groups = z.array(
  z.object({ uuid: z.string(), name: z.string(), rules: z.array(z.object({ uuid: z.string() }).loose()) }).loose(),
);
const COLLECTION = 'rancher-cluster-security-groups/';
const https = { protocol: 'tcp', from_port: 443, to_port: 443, cidr: '198.51.100.0/24' };
const dns = { protocol: 'udp', from_port: 53, to_port: 53, cidr: null, description: 'Names' };

async function built() {
  const clusterUuid = await orderInThreeZones(market, cloud);
  const { deps, target, tenants } = await buildTenants(market, clusterUuid);
  ({ settingsUuid } = await market.store.tenants.get(tenants[0] ?? ''));
  const list = async (search = '') =>
    groups.parse(
      (await market.ask('GET', `${COLLECTION}?cluster_uuid=${clusterUuid}${search}`, market.people.owner)).body,
    );
  const all = await list();
  const uuidOf = (name: string) => all.find((group) => group.name === name)?.uuid ?? '';
  const send = (body: unknown, { name = 'k8s_public', method = 'PUT', person = market.people.owner } = {}) =>
    market.ask(method, `${COLLECTION}${uuidOf(name)}/`, { ...person, body });
  const show = async (name = 'k8s_public') =>
    (await market.ask('GET', `${COLLECTION}${uuidOf(name)}/`, market.people.owner)).body;
  const sessions = () =>
    Promise.all(tenants.map(async (uuid) => deps.openstack.open(await market.store.tenants.get(uuid))));
  /**
   * For each tenant, the rules of this security group that have a CIDR. Each rule is shown as direction, protocol,
   * first port and CIDR.
   */
  async function inTenants(name = 'k8s_public') {
    const found = await Promise.all((await sessions()).map((session) => session.listSecurityGroups()));
    const rulesOf = (group: Group | undefined) =>
      (group?.rules ?? []).flatMap(({ cidr, protocol, fromPort, direction }) =>
        cidr === undefined ? [] : [`${direction} ${protocol} ${fromPort} ${cidr}`],
      );
    return found.map((listed) => rulesOf(listed.find((group) => group.name === name)).sort());
  }
  const again = () =>
    Promise.all(tenants.map((tenantUuid) => ensureSecurityGroups.run(deps, { ...target, tenantUuid })));
  return { clusterUuid, list, all, send, show, sessions, inTenants, again, uuidOf };
}
const three = <T>(rules: T) => [rules, rules, rules];

describe('the security groups of a managed cluster', () => {
  test('are two, with the rules that it was made with, and are found by cluster and name (S0-050, S0-078, S0-325)', async () => {
    const { all, list, show } = await built();
    expect(all.map(({ name }) => name).sort()).toEqual(['k8s_admin', 'k8s_public']);
    expect(await list('&name_exact=k8s_public')).toHaveLength(1);
    expect(await list('&name=k8s_')).toHaveLength(2);
    expect(await list('&name=nothing')).toEqual([]);
    const initial = { protocol: 'tcp', direction: 'ingress', ethertype: 'IPv4', cidr: '0.0.0.0/0' };
    expect(await show()).toMatchObject({
      ...{ name: 'k8s_public', state: 'OK', error_message: '' },
      rules: [
        { ...initial, from_port: 80, to_port: 80 },
        { ...initial, from_port: 443, to_port: 443 },
      ],
    });
  });

  test('are reached from the cluster (S0-080)', async () => {
    const { clusterUuid, uuidOf } = await built();
    const group = (name: string) => ({ url: `${ORIGIN}/api/${COLLECTION}${uuidOf(name)}/`, uuid: uuidOf(name), name });
    expect((await market.ask('GET', `rancher-clusters/${clusterUuid}/`, market.people.owner)).body).toMatchObject({
      security_groups: [group('k8s_admin'), group('k8s_public')],
    });
  });

  test('have the rules that are sent and no others, in every tenant, at once (S0-051, S0-078, S0-168, R-9-50, R-9b-W10)', async () => {
    const { send, inTenants } = await built();
    const answer = await send({ rules: [https, dns] });
    expect(answer).toMatchObject({ status: 200, body: { state: 'OK', rules: [https, dns] } });
    expect(await inTenants()).toEqual(three(['ingress tcp 443 198.51.100.0/24', 'ingress udp 53 0.0.0.0/0']));
    expect((await send({ rules: [] })).status).toBe(200);
    expect(await inTenants()).toEqual(three([]));
    expect((await inTenants('k8s_admin'))[0]).toContain('ingress tcp 22 198.51.100.0/24');
  });

  test('keep a rule for all ports through a change of others (R-9-50)', async () => {
    const { send, inTenants } = await built();
    const all = { protocol: 'tcp', from_port: 1, to_port: 65_535, cidr: '198.51.100.0/24' };
    await send({ rules: [all] });
    expect((await send({ rules: [all, dns] })).status).toBe(200);
    expect(await inTenants()).toEqual(three(['ingress tcp undefined 198.51.100.0/24', 'ingress udp 53 0.0.0.0/0']));
  });

  test('stand beside the standard one, in which each tenant allows the cluster’s other networks and no others (S0-354, S0-355, S0-356)', async () => {
    const { clusterUuid, inTenants } = await built();
    const networks = (await market.store.clusters.get(clusterUuid)).managed?.networks.map(({ cidr }) => cidr) ?? [];
    const ports = ['tcp 2379', 'tcp 4240', 'tcp 6443', 'tcp 9345', 'tcp 10250', 'tcp 30000'];
    const opened = [...ports, 'udp 8472', 'udp 30000', 'icmp 8'];
    const admitted = (own: string) =>
      networks.filter((cidr) => cidr !== own).flatMap((cidr) => opened.map((what) => `ingress ${what} ${cidr}`));
    const inDefault = (await inTenants('default')).map((rules) => rules.join()).sort();
    expect(inDefault).toEqual(networks.map((own) => admitted(own).sort().join()).sort());
  });

  test('lose what somebody else has opened in them, and keep the rules for all outgoing traffic', async () => {
    const { send, sessions, inTenants } = await built();
    const [session] = await sessions();
    const group = (await session?.listSecurityGroups())?.find(({ name }) => name === 'k8s_public');
    const foreign = { protocol: 'tcp', fromPort: 8080, toPort: 8080, cidr: '0.0.0.0/0', description: '' } as const;
    await session?.createSecurityGroupRule(group?.id ?? '', foreign);
    await send({ rules: [https] });
    expect(await inTenants()).toEqual(three(['ingress tcp 443 198.51.100.0/24']));
    const after = (await session?.listSecurityGroups())?.find(({ name }) => name === 'k8s_public');
    expect(after?.rules.filter(({ direction }) => direction === 'egress')).toHaveLength(2);
  });

  test('keep a rule that is named again by its uuid, and know no others (S0-078)', async () => {
    const { send, all } = await built();
    const [kept] = all.find(({ name }) => name === 'k8s_public')?.rules ?? [];
    const answer = await send({ rules: [{ ...https, uuid: kept?.uuid }, dns] });
    expect(answer.body).toMatchObject({ rules: [{ uuid: kept?.uuid, from_port: 443 }, { from_port: 53 }] });
    const unknown = aUuid();
    expect(await send({ rules: [{ ...https, uuid: unknown }] })).toMatchObject({
      status: 400,
      body: { rules: [{ uuid: [`Security group does not have rule with id ${unknown}.`] }] },
    });
  });

  test('may allow IPv6 and outgoing traffic, and hold more rules than a project has by default', async () => {
    const { send, inTenants } = await built();
    const outwards = { ...https, direction: 'egress' };
    const version6 = { protocol: 'icmp', from_port: -1, to_port: -1, ethertype: 'IPv6', cidr: '2001:db8::/32' };
    const many = Array.from({ length: 110 }, (_, index) => ({ ...https, from_port: 1000, to_port: 1000 + index }));
    expect((await send({ rules: [outwards, version6] })).status).toBe(200);
    expect((await inTenants())[0]).toHaveLength(2);
    expect(await send({ rules: [outwards, version6] })).toMatchObject({ status: 200 });
    expect((await inTenants())[0]).toHaveLength(2);
    expect(await send({ rules: many })).toMatchObject({ status: 200 });
    expect((await inTenants())[2]).toHaveLength(110);
  }, 60_000);
});

describe('rules that cannot be', () => {
  test('are listed one by one, and nothing is changed (R-9-49, R-9b-W10)', async () => {
    const { send, inTenants } = await built();
    const before = await inTenants();
    expect(await send({ rules: [https, { ...https, from_port: 500 }, { ...https, protocol: 'gre' }] })).toMatchObject({
      status: 400,
      body: {
        rules: [
          {},
          { non_field_errors: ['"from_port" should be less or equal to "to_port"'] },
          { protocol: ['Value should be one of (tcp, udp, icmp), found gre'] },
        ],
      },
    });
    expect(await send({ rules: [{ protocol: 'tcp', cidr: '10.0.0.0' }] })).toMatchObject({
      status: 400,
      body: { rules: [{ to_port: ['Empty value is not allowed.'] }] },
    });
    expect((await send([https])).status).toBe(400);
    expect((await send({})).status).toBe(400);
    expect(await inTenants()).toEqual(before);
  });
});

describe('the right to change them', () => {
  test('depends on role, state and read-only mode, in this order (S0-078, R-9-51)', async () => {
    const { send, clusterUuid, show } = await built();
    const { member, outsider, manager } = market.people;
    const statusFor = async (person: Person) => (await send({ rules: [https] }, { person })).status;
    expect(await statusFor(outsider)).toBe(404);
    expect(await statusFor(manager)).toBe(200);
    site.readOnlyMode = true;
    expect(await statusFor(member)).toBe(403);
    expect(await statusFor(manager)).toBe(405);
    expect(await statusFor(market.people.staff)).toBe(405);
    const { store, clock } = market;
    const cluster = await store.clusters.get(clusterUuid);
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { state: 'ERRED' })));
    expect(await statusFor(manager)).toBe(409);
    expect(await show()).toMatchObject({ state: 'OK' });
  });
});

describe('a cloud that is away', () => {
  const away = { method: 'POST', path: '/v2.0/security-group-rules', kind: 'status', status: 503 } as const;

  test('does not lose the rules: the tenant is named, and the same call again finishes it (S0-078)', async () => {
    const { send, show, inTenants } = await built();
    await cloud.simulator.plan({ ...away, nth: 1 });
    expect((await send({ rules: [https] })).status).toBe(503);
    expect(await show()).toMatchObject({
      ...{ state: 'ERRED', rules: [https] },
      error_message: expect.stringMatching(/^Tenant os-tenant-\S+: /),
    });
    await cloud.simulator.clearFaults();
    expect(await send({}, { method: 'PATCH' })).toMatchObject({
      status: 200,
      body: { state: 'OK', error_message: '' },
    });
    expect(await inTenants()).toEqual(three(['ingress tcp 443 198.51.100.0/24']));
  });

  test('keeps no other tenant from its rules, and a step that comes again makes the new ones', async () => {
    const { send, inTenants, again } = await built();
    await cloud.simulator.plan({ ...away, nth: 1 });
    await send({ rules: [https] });
    await cloud.simulator.clearFaults();
    const reached = (await inTenants()).filter((rules) => rules.includes('ingress tcp 443 198.51.100.0/24'));
    expect(reached).toHaveLength(2);
    await send({ rules: [dns] });
    await again();
    expect(await inTenants()).toEqual(three(['ingress udp 53 0.0.0.0/0']));
  });

  test('is not asked by two changes at the same time, but again when one was left in the middle', async () => {
    const { send, all, uuidOf } = await built();
    const { store, clock } = market;
    const uuid = uuidOf('k8s_public');
    const group = await store.clusterSecurityGroups.get(z.string().parse(all[0]?.cluster_uuid), uuid);
    await store.commit(store.clusterSecurityGroups.replace(changed(group, clock.now(), { state: 'UPDATING' })));
    expect(await send({ rules: [https] })).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: OK, ERRED.' },
    });
    clock.advance(61);
    expect(await send({ rules: [https] })).toMatchObject({ status: 200, body: { state: 'OK' } });
  });
});
