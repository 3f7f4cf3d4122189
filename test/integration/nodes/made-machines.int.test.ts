import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { EVENTUALLY, inCloud, nodesOf, orderWithServers, stateOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn, requestIn } from '../_worlds/world.ts';

const world = await stepWorldPerFile();

/** The order's servers. Waits until Nova has built them. */
async function builtServers(clusterUuid: string, count: number) {
  const servers = () => inCloud(world, 'servers', clusterUuid);
  const states = async () => (await servers()).map((server) => server.status);
  await expect.poll(states, EVENTUALLY).toEqual(Array.from({ length: count }, () => 'ACTIVE'));
  return servers();
}

describe('what an order makes in the cloud', () => {
  test('is servers with their ports and volumes, and nothing else (S0-019, S0-336, S0-337, S0-338, S0-340)', async () => {
    const before = await stateOf(world.cloud);
    const { cluster } = await orderWithServers(world);
    await builtServers(cluster.uuid, 2);
    const after = await stateOf(world.cloud);
    const grown = Object.keys(after).filter((kind) => JSON.stringify(after[kind]) !== JSON.stringify(before[kind]));
    expect(grown.sort()).toEqual(['ports', 'servers', 'volumes']);
  });

  test('is one server each for three servers and three workers (S0-366)', async () => {
    const { cluster } = await orderWithServers(world, attributesIn(world, 3, 3));
    expect(await inCloud(world, 'servers', cluster.uuid)).toHaveLength(6);
    expect(await inCloud(world, 'ports', cluster.uuid)).toHaveLength(6);
  });

  test('has flavor, subnet and volumes that were asked for, in the default group (S0-261, S0-262, S0-265, S0-266, S0-267, S0-270, S0-273, S0-339, R-9-7, R-9-19)', async () => {
    const { demo } = world;
    const idOf = (kind: 'flavor' | 'volume-type', id: string) => openstackUuid(demo.tenant.settingsUuid, kind, id);
    const session = await world.openstack.open(demo.tenant);
    const ssd = (await session.listVolumeTypes()).find(({ name }) => name === 'ssd')?.id ?? '';
    const volume = { sizeMb: 51_200, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' };
    const server = {
      ...requestIn(demo, 'server'),
      flavorUuid: idOf('flavor', '3'),
      systemVolumeSizeMb: 81_920,
      systemVolumeTypeUuid: idOf('volume-type', ssd),
      dataVolumes: [{ ...volume, volumeTypeUuid: idOf('volume-type', ssd) }],
    };
    const nodes = [server, requestIn(demo, 'agent')];
    const { cluster } = await orderWithServers(world, { ...attributesIn(world), nodes });
    const [made] = (await builtServers(cluster.uuid, 2)).filter((item) => item.flavor === 'm1.large');
    const volumes = await inCloud(world, 'volumes', String(made?.id));
    const shown = volumes.map(({ size, volume_type }) => ({ size, volume_type }));
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(
      expect.arrayContaining([
        { size: 80, volume_type: 'ssd' },
        { size: 50, volume_type: 'ssd' },
      ]),
    );
    expect(await inCloud(world, 'ports', String(made?.id))).toMatchObject([
      {
        fixed_ips: [{ subnet_id: demo.access.subnet_id }],
        security_groups: [demo.access.security_group_id],
      },
    ]);
  });

  test('boots from the provider’s image, and from no other that the cloud has (S0-277)', async () => {
    const session = await world.openstack.open(world.demo.tenant);
    expect((await session.listImages()).length).toBeGreaterThan(1);
    const { cluster } = await orderWithServers(world);
    for (const server of await builtServers(cluster.uuid, 2)) {
      const [systemVolume] = await inCloud(world, 'volumes', String(server.id));
      expect(systemVolume).toMatchObject({ bootable: true, image: { name: world.settings.options.baseImageName } });
    }
  });

  test('is in the security groups that were asked for, and in no other (S0-163, S0-258, R-9-17)', async () => {
    const { demo } = world;
    const group = await newSecurityGroup('web');
    const securityGroupUuids = [openstackUuid(demo.tenant.settingsUuid, 'security-group', group)];
    const { cluster } = await orderWithServers(world, { ...attributesIn(world), securityGroupUuids });
    const ports = await inCloud(world, 'ports', cluster.uuid);
    expect(ports.map((port) => port.security_groups)).toEqual([[group], [group]]);
  });

  /** A security group in the customer's own project. Its members can reach each other. */
  async function newSecurityGroup(name: string): Promise<string> {
    const admin = await logInAsAdmin(cloudAccess.parse(world.cloud.printed));
    const reply = z.object({ security_group: z.object({ id: z.string() }) });
    const body = { security_group: { name, project_id: world.demo.access.id } };
    const { id } = (await admin.ask('network', 'POST', '/security-groups', reply, body)).security_group;
    const rule = { security_group_id: id, direction: 'ingress', remote_group_id: id, project_id: world.demo.access.id };
    await admin.ask('network', 'POST', '/security-group-rules', z.unknown(), { security_group_rule: rule });
    return id;
  }

  test('stands in the project of each node’s own tenant (S0-098, S0-269, R-9-23)', async () => {
    const { demo, other } = world;
    const { tenantUuid: _, ...attributes } = attributesIn(world);
    const nodes = [
      { ...requestIn(demo, 'server'), tenantUuid: demo.tenant.uuid },
      { ...requestIn(other, 'agent'), tenantUuid: other.tenant.uuid },
    ];
    const begun = await orderWithServers(world, { ...attributes, nodes });
    const [agent, server] = await nodesOf(world, begun);
    const projectOf = async (id = '') => (await inCloud(world, 'servers', id))[0]?.project_id;
    expect(await projectOf(server?.instanceId)).toBe(demo.access.id);
    expect(await projectOf(agent?.instanceId)).toBe(other.access.id);
  });
});
