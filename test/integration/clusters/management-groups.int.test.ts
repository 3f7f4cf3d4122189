import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { aCluster } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { rancherOptions, type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { openTenant } from '../infrastructure/open-tenant.ts';
import { deletedMeanwhile } from '../organizations/deleted-meanwhile.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});
const NETWORK = '192.168.77.0/24';
let cluster: Cluster;
async function aManageableCluster(options: object): Promise<Cluster> {
  const { store, customerUuid, projectUuid, people, create } = opened.market;
  const body = { type: 'Rancher', name: 'rancher-9', options: { ...rancherOptions(), ...options } };
  const { uuid: settingsUuid } = await create('service-settings/', people.staff, body);
  const made = aCluster({ customerUuid, projectUuid, settingsUuid, state: 'OK' });
  await store.commit(store.clusters.insert(made));
  return made;
}
beforeEach(async () => {
  cluster = await aManageableCluster({ management_tenant_uuid: opened.stocked.tenant });
});

const ask = (body: unknown = [{ cidr: NETWORK }], person: Person = opened.market.people.owner, { uuid } = cluster) =>
  opened.market.ask('POST', `rancher-clusters/${uuid}/create_management_security_group/`, { ...person, body });
const inTenant = () => openTenant(opened.market, opened.stocked.tenant);
const groups = async () => (await (await inTenant()).listSecurityGroups()).filter(({ name }) => name === cluster.name);
afterEach(async () => {
  await opened.cloud.simulator.clearFaults();
  const session = await inTenant();
  for (const { id, name } of await session.listSecurityGroups()) {
    if (name !== 'default') await session.deleteSecurityGroup(id);
  }
});
const openings = async () =>
  (await groups()).flatMap(({ rules }) =>
    rules.flatMap(({ cidr, direction, ethertype, protocol, fromPort, toPort }) =>
      cidr === undefined ? [] : [`${direction} ${ethertype} ${protocol} ${fromPort}-${toPort} ${cidr}`],
    ),
  );
const shown = async () => {
  const { body } = await opened.market.ask('GET', `rancher-clusters/${cluster.uuid}/`, opened.market.people.owner);
  return z.object({ management_security_group: z.string().nullable() }).parse(body).management_security_group;
};
const become = async (fields: Partial<Cluster>) => {
  const { store, clock } = opened.market;
  await store.commit(store.clusters.replace(changed(await store.clusters.get(cluster.uuid), clock.now(), fields)));
};
const THERE = { status: 400, body: ['Management security group already exists.'] };
const CREATED = { status: 201, body: { security_group_uuid: expect.stringMatching(/^[0-9a-f]{32}$/) } };

describe('a management security group', () => {
  test.each(['staff', 'owner', 'manager', 'administrator'] as const)(
    'is made for the %s: called as the cluster, with the port of management open to the network (R-9-27)',
    async (who) => {
      const { market } = opened;
      const place = { scopeType: 'project', scopeUuid: market.projectUuid, customerUuid: market.customerUuid } as const;
      const person = await (who === 'administrator'
        ? market.person({}, { role: 'PROJECT.ADMIN', ...place })
        : market.people[who]);
      expect(await ask([{ cidr: NETWORK }], person)).toMatchObject(CREATED);
      const [group, ...others] = await groups();
      expect(group?.description).toBe(`Access for management of cluster ${cluster.name} (${cluster.uuid})`);
      expect([others, await openings()]).toEqual([[], [`ingress IPv4 tcp 443-443 ${NETWORK}`]]);
    },
  );

  test('is shown by its cluster, at the address where its tenant lists it', async () => {
    expect(await shown()).toBeNull();
    await ask();
    const listed = await opened.market.ask('GET', (await shown()) ?? '', opened.market.people.owner);
    expect(listed).toMatchObject({ status: 200, body: { name: cluster.name } });
  });

  test('admits each network of a list, of IPv6 too, to the port that the provider names', async () => {
    const options = { management_tenant_uuid: opened.stocked.tenant, management_tenant_access_port: 6443 };
    cluster = await aManageableCluster(options);
    expect(await ask([{}, { cidr: '10.0.0.5/24' }, { cidr: '2001:db8::/32', ethertype: 'IPv6' }])).toMatchObject(
      CREATED,
    );
    expect((await openings()).sort()).toEqual([
      'ingress IPv4 tcp 6443-6443 10.0.0.0/24',
      'ingress IPv4 tcp 6443-6443 192.168.42.0/24',
      'ingress IPv6 tcp 6443-6443 2001:db8::/32',
    ]);
  });

  test('is not another cluster’s that has its name', async () => {
    await ask();
    const first = cluster;
    cluster = await aManageableCluster({ management_tenant_uuid: opened.stocked.tenant });
    await become({ name: first.name });
    cluster = { ...cluster, name: first.name };
    expect(await ask()).toMatchObject(CREATED);
    expect(await groups()).toHaveLength(2);
  });
});

describe('a management security group that was made without an answer', () => {
  test('is taken by the next call, with the rules that are asked for then', async () => {
    await opened.cloud.simulator.plan({ kind: 'lose', method: 'POST', path: '/security-group-rules$' });
    expect((await ask()).status).toBe(503);
    await opened.cloud.simulator.clearFaults();
    expect(await shown()).toBeNull();
    expect(await ask([{ cidr: '203.0.113.0/24' }])).toMatchObject(CREATED);
    expect(await openings()).toEqual(['ingress IPv4 tcp 443-443 203.0.113.0/24']);
    expect(await groups()).toHaveLength(1);
    expect(await ask()).toMatchObject(THERE);
  });

  test('is made in the tenant it was begun in, though the provider names none any more', async () => {
    await opened.cloud.simulator.plan({ kind: 'lose', method: 'POST', path: '/security-groups$' });
    expect((await ask()).status).toBe(503);
    await opened.cloud.simulator.clearFaults();
    const { store, clock } = opened.market;
    const settings = await store.settings.get(cluster.settingsUuid);
    if (settings.type !== 'Rancher') throw new Error('a provider is a Rancher');
    const options = { ...settings.options, managementTenantUuid: undefined };
    await store.commit(store.settings.replace(changed(settings, clock.now(), { options })));
    expect(await ask()).toMatchObject(CREATED);
    expect(await groups()).toHaveLength(1);
  });

  test('goes again when its cluster has begun to be deleted meanwhile', async () => {
    deletedMeanwhile(opened.market.store, () => become({ state: 'DELETION_SCHEDULED' }));
    expect((await ask()).status).toBe(409);
    expect(await groups()).toEqual([]);
  });
});

test('of calls at the same moment one group is left, which the record knows', async () => {
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toContain(201);
  for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(THERE);
  const [group, ...others] = await groups();
  const { managementSecurityGroup } = await opened.market.store.clusters.get(cluster.uuid);
  expect([managementSecurityGroup?.backendId, others]).toEqual([group?.id, []]);
});

describe('a management security group is refused', () => {
  test('where the provider names no tenant, whatever state the cluster is in (R-9-31)', async () => {
    cluster = await aManageableCluster({});
    const refused = { status: 400, body: ['Management tenant is not set.'] };
    expect(await ask()).toMatchObject(refused);
    await become({ state: 'ERRED' });
    expect(await ask()).toMatchObject(refused);
  });

  test('to members and strangers, outside OK, in read-only mode, and a second time', async () => {
    const { owner, member, outsider } = opened.market.people;
    const statusFor = async (person: Person) => (await ask([], person)).status;
    opened.site.readOnlyMode = true;
    expect(await Promise.all([member, outsider, owner].map(statusFor))).toEqual([403, 404, 405]);
    opened.site.readOnlyMode = false;
    await become({ state: 'UPDATING' });
    expect(await ask()).toMatchObject({ status: 409, body: { detail: 'Valid states for operation: OK.' } });
    await become({ state: 'OK' });
    expect(await ask()).toMatchObject(CREATED);
    expect(await ask()).toMatchObject(THERE);
  });

  test.each<[string, unknown, unknown]>([
    ['no list', { cidr: NETWORK }, { non_field_errors: ['Expected a list of items but got type "dict".'] }],
    ['an empty list', [], { non_field_errors: ['This list may not be empty.'] }],
    ['a wrong network', [{}, { cidr: '10.0.0.0/33' }], [{}, { cidr: ['Invalid CIDR format: 10.0.0.0/33'] }]],
    ['one of another family', [{ ethertype: 'IPv6' }], [{ cidr: ['Invalid CIDR format: 192.168.42.0/24'] }]],
    ['an unknown family', [{ ethertype: 'IPX' }], [{ ethertype: ['"IPX" is not a valid choice.'] }]],
  ])('for %s', async (_what, body, errors) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: errors });
    expect(await groups()).toEqual([]);
  });
});
