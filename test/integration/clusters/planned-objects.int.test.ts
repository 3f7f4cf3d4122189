import { describe, expect, test, vi } from 'vitest';
import { previewOrder } from '#shared/app/marketplace/orders/preview-order';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { PlannedObjects } from '#shared/domain/infrastructure/planned-objects';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { RancherOptions } from '#shared/domain/providers/service-settings';
import { type Begun, EVENTUALLY, nodesOf, orderWithServers, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn, newOrderIn, requestIn } from '../_worlds/world.ts';
import { plannedAndMade, STANDARD_TYPE } from './made-objects.ts';

const world = await stepWorldPerFile();

async function preview(attributes: OrderAttributes): Promise<PlannedObjects> {
  const { errors, objects } = await previewOrder(world, world.owner, newOrderIn(world, attributes));
  expect(errors).toEqual([]);
  if (!objects) throw new Error('nothing was planned');
  return objects;
}

/**
 * Previews an order, places it and requests its machines. Then waits until the created objects are the same as the
 * planned objects.
 */
async function kept(attributes: OrderAttributes): Promise<{ planned: PlannedObjects; begun: Begun }> {
  const planned = await preview(attributes);
  const begun = await orderWithServers(world, attributes);
  await vi.waitFor(async () => {
    const both = await plannedAndMade(world, begun, planned);
    expect(both.made).toEqual(both.planned);
  }, EVENTUALLY);
  return { planned, begun };
}

const VOLUMES = [
  { sizeMb: 12_288, mountPoint: '/var/lib/etcd', filesystem: 'ext4' },
  { sizeMb: 5_000, mountPoint: '/opt/data', filesystem: 'btrfs' },
];
async function withVolumes(attributes: OrderAttributes): Promise<OrderAttributes> {
  const { tenant } = world.demo;
  const types = await (await world.openstack.open(tenant)).listVolumeTypes();
  const other = types.find(({ name }) => name !== STANDARD_TYPE);
  const volumeTypeUuid = openstackUuid(tenant.settingsUuid, 'volume-type', other?.id ?? '');
  const [first, second] = VOLUMES;
  if (!other || !first || !second) throw new Error('nothing to choose from');
  const nodes = attributes.nodes.map((node, index) => ({
    ...node,
    systemVolumeSizeMb: 70_000 + 1024 * index,
    ...(index === 0 && { systemVolumeTypeUuid: volumeTypeUuid }),
    dataVolumes: index % 2 === 0 ? [first, { ...second, volumeTypeUuid }] : [second],
  }));
  return { ...attributes, nodes };
}

async function setOptions(options: Partial<RancherOptions>): Promise<void> {
  const { store, clock } = world;
  const settings = await store.settings.get(world.settings.uuid);
  if (settings.type !== 'Rancher') throw new Error(`${settings.name} is no Rancher`);
  const merged = { ...settings.options, ...options };
  await store.commit(store.settings.replace(changed(settings, clock.now(), { options: merged })));
}

describe('the dry run of an order agrees object by object with what its creation makes', () => {
  test.each([
    ['one server and one agent', 1, 1],
    ['three servers and two agents', 3, 2],
  ])('for %s', async (_what, servers, agents) => {
    const { planned } = await kept(attributesIn(world, servers, agents));
    expect(planned.tenants.map((tenant) => tenant.servers.length)).toEqual([servers + agents]);
  });

  test.each([
    ['one server', 1],
    ['three servers', 3],
  ])('for %s and one agent with data volumes, in the order that they are mounted in', async (_what, servers) => {
    const { planned, begun } = await kept(await withVolumes(attributesIn(world, servers, 1)));
    const [{ volumes = [] } = {}] = planned.tenants;
    for (const { spec } of await nodesOf(world, begun)) {
      const own = volumes.filter(({ server }) => server === spec.name);
      expect(own.map(({ mountPoint }) => mountPoint)).toEqual([
        undefined,
        ...spec.dataVolumes.map(({ mountPoint }) => mountPoint),
      ]);
      expect(own.map(({ device }) => device)).toEqual(['/dev/vda', '/dev/vdb', '/dev/vdc'].slice(0, own.length));
    }
  });

  test('for machines in two tenants', async () => {
    const { demo, other } = world;
    const { tenantUuid: _, ...attributes } = attributesIn(world);
    const nodes = [
      { ...requestIn(demo, 'server'), tenantUuid: demo.tenant.uuid },
      { ...requestIn(other, 'agent'), tenantUuid: other.tenant.uuid },
    ];
    expect((await kept({ ...attributes, nodes })).planned.tenants).toHaveLength(2);
  });

  test('for names that other machines of the tenant have already', async () => {
    const attributes = attributesIn(world);
    const squatter = `${attributes.name}-rancher-node-agent-1`;
    const [node] = await nodesOf(world, await orderWithServers(world));
    if (!node) throw new Error('there is no machine to copy');
    const session = await world.openstack.open(world.demo.tenant);
    const { networkId, subnetId, securityGroupIds } = node.spec;
    const { id: portId } = await session.createPort({ name: squatter, networkId, subnetId, securityGroupIds });
    await session.createServer({ spec: { ...node.spec, name: squatter }, portId, tags: [], userData: '' });
    const { planned } = await kept(attributes);
    expect(planned.tenants[0]?.servers.map(({ name }) => name)).toContain(squatter.replace('agent-1', 'agent-2'));
  });

  test('with floating IPs for all machines', async () => {
    await setOptions({ allocateFloatingIpToAllNodes: true });
    const { planned } = await kept(attributesIn(world, 1, 2));
    expect(planned.tenants[0]?.floatingIps).toHaveLength(3);
    await setOptions({ allocateFloatingIpToAllNodes: false });
  });
});
