import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aUuid } from '#test/builders/builders';
import type { OpenedManaged } from '../_worlds/managed-stock.ts';
import { COLLECTION, growingClusterPerTest } from '../clusters/_worlds/growing-cluster.ts';

let cloud: OpenedManaged['cloud'];
let market: OpenedManaged['market'];
let stock: OpenedManaged['stock'];
let site: OpenedManaged['site'];
const built = growingClusterPerTest((opened) => {
  ({ cloud, market, stock, site } = opened);
});
const OTHER = aUuid();
const refused = (body: object) => ({ status: 400, body });

describe('adding a node is refused', () => {
  test('to those who are not the customer’s owner (R-9-109)', async () => {
    const { add } = await built();
    const { staff, manager, member, outsider } = market.people;
    const inProject = {
      scopeType: 'project',
      scopeUuid: market.projectUuid,
      customerUuid: market.customerUuid,
    } as const;
    const admin = await market.person({}, { role: 'PROJECT.ADMIN', ...inProject });
    const statuses = [];
    for (const person of [admin, manager, member, outsider, staff]) statuses.push((await add({ person })).status);
    expect(statuses).toEqual([403, 403, 403, 404, 202]);
  });

  test('while the cluster is being made, or goes', async () => {
    const { resourceUuid } = await stock.place();
    const path = `${COLLECTION}${resourceUuid}/add_node/`;
    expect((await market.ask('POST', path, { ...market.people.owner, body: {} })).status).toBe(409);
  });

  test('while nothing may be changed (S0-175)', async () => {
    const { add } = await built();
    site.readOnlyMode = true;
    expect((await add()).status).toBe(405);
  });

  test.each([
    [{}, { role: ['This field is required.'] }],
    [{ role: 'worker' }, { role: ['"worker" is not a valid choice.'] }],
    [{ role: 'agent', tenant: OTHER }, { tenant: ['Tenant should be one of already connected ones.'] }],
    [{ role: 'agent', flavor: OTHER }, { flavor: [`Flavor ${OTHER} is not visible in tenant TENANT.`] }],
    [{ role: 'agent', cpu: 500, memory: 500 }, { flavor: ['No flavor in tenant TENANT has 500 cores and 1024 MB.'] }],
    [{ role: 'agent', cpu: 2 }, { flavor: ['This field is required.'] }],
    [{ role: 'agent', subnet: OTHER }, { subnet: `Subnet ${OTHER} should belong to the same tenant TENANT.` }],
    [
      { role: 'agent', system_volume_size: 1024 },
      {
        system_volume_size: [
          'Ensure this value is greater than or equal to 65536 MB.',
          'Image ubuntu-24.04 needs system volumes of at least 4 GB.',
        ],
      },
    ],
    [
      { role: 'agent', system_volume_type: OTHER },
      { system_volume_type: [`Volume type ${OTHER} is not visible in tenant TENANT.`] },
    ],
    [{ role: 'agent', ssh_public_key: OTHER }, { ssh_public_key: ['Invalid hyperlink - Object does not exist.'] }],
    [{ role: 'agent', flavour: 'm1.large' }, { flavour: ['Unknown attribute. Did you mean "flavor"?'] }],
  ])('for %o', async (body, said) => {
    const { add, rows } = await built();
    const before = await rows();
    const text = JSON.stringify(said).replace('TENANT', before.tenants[0]?.name ?? '');
    expect(await add({ body })).toMatchObject({ status: 400, text });
    expect(await rows()).toEqual(before);
  });

  test('without its tenant where there are several', async () => {
    const { add } = await built(3);
    expect(await add()).toMatchObject(refused({ tenant: ['This field is required.'] }));
  });

  test('where its network is full', async () => {
    const { add, rows } = await built();
    const [tenant] = (await rows()).tenants;
    const { nodes } = tenant ?? expect.fail('there is no tenant');
    const full = Array.from({ length: 188 }, (_, index) => ({ ...nodes[0], name: `n-${index}` }));
    const { store, clock } = market;
    if (tenant) {
      const filled = z.array(z.custom<(typeof nodes)[number]>()).parse(full);
      await store.commit(store.clusterTenants.replace(changed(tenant, clock.now(), { nodes: filled })));
    }
    const text = expect.stringMatching(/^The network of tenant \S+ is full: it has room for 188 nodes\.$/);
    expect(await add()).toMatchObject(refused({ tenant: [text] }));
  });

  test('where all tenants together would pass the offering’s maximum (S0-240)', async () => {
    await stock.resell({ managed_rancher_tenant_max_cpu: 20 });
    const { add } = await built();
    expect((await add()).status).toBe(202);
    const text = 'The requested total cores limit 22 cores exceeds the maximum allowed 20 cores for tenants.';
    expect(await add()).toMatchObject(refused({ non_field_errors: [text] }));
  });

  test('while twenty are on their way', async () => {
    const { add, rows } = await built();
    const { cluster } = await rows();
    const on = () => ({ uuid: aUuid(), nodeUuid: aUuid(), machine: 'add-node' as const, since: cluster.created });
    const nodeOperations = Array.from({ length: 20 }, on);
    const { store, clock } = market;
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { nodeOperations })));
    expect(await add()).toMatchObject({
      status: 409,
      body: { detail: 'At most 20 nodes of a cluster can be changed at a time.' },
    });
  });

  test('when its cloud cannot be asked, which is named', async () => {
    const { add } = await built();
    await cloud.simulator.plan({ kind: 'refuse', path: '/flavors', client: '' });
    const detail = expect.stringMatching(/^OpenStack offering AZ 1 \(\w+\) cannot be checked: /);
    expect(await add()).toMatchObject({ status: 503, body: { detail } });
  });
});
