import { describe, expect, test } from 'vitest';
import { aTenant, aUuid } from '#test/builders/builders';
import { aNodeRequest, aSecurityGroup, someOrderAttributes, someTenantFacts } from '#test/builders/order-inputs';
import { facts, idOf, orderOf, plan, planned, refusedNode } from '#test/planning';
import { refusalOf } from '#test/refusal-of';
import { wavesOf } from './plan.ts';

const { tenant } = facts;

describe('a machine', () => {
  test('has everything that its cloud needs, and the smallest system volume unless one is named', () => {
    expect(planned({})).toEqual({
      name: 'my-cluster-rancher-node-server-1',
      role: 'server',
      tenantUuid: tenant.uuid,
      flavorId: '2',
      flavorName: 'm1.medium',
      vcpus: 2,
      ramMb: 4096,
      imageId: 'image-1',
      subnetId: 'subnet-1',
      networkId: 'network-1',
      securityGroupIds: ['group-1'],
      systemVolumeSizeMb: 65_536,
      dataVolumes: [],
    });
  });

  test('carries the order’s SSH key (S0-256)', () => {
    const order = someOrderAttributes(facts, { sshPublicKey: 'ssh-ed25519 AAAA ada' });
    expect(plan(order).map((node) => node.sshPublicKey)).toEqual(['ssh-ed25519 AAAA ada', 'ssh-ed25519 AAAA ada']);
  });

  test('with its own SSH key has only that one (S0-268)', () => {
    const own = aNodeRequest(facts, { sshPublicKey: 'ssh-ed25519 BBBB bob' });
    const order = { ...orderOf(own, aNodeRequest(facts, { role: 'agent' })), sshPublicKey: 'ssh-ed25519 AAAA ada' };
    expect(plan(order).map((node) => node.sshPublicKey)).toEqual(['ssh-ed25519 BBBB bob', 'ssh-ed25519 AAAA ada']);
  });

  test('of the seed’s example has 80 GB of system and 50 GB of btrfs at /opt/rke2_storage (S0-314)', () => {
    const volume = { sizeMb: 51_200, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' };
    expect(planned({ systemVolumeSizeMb: 81_920, dataVolumes: [volume] })).toMatchObject({
      systemVolumeSizeMb: 81_920,
      dataVolumes: [volume],
    });
  });

  test('gets volumes of the named types (S0-262, S0-273, R-9-7)', () => {
    const ssd = idOf('volume-type', 'type-1');
    const volume = { sizeMb: 12_288, mountPoint: '/var/lib/etcd', filesystem: 'ext4', volumeTypeUuid: ssd };
    expect(planned({ systemVolumeTypeUuid: ssd, dataVolumes: [volume] })).toMatchObject({
      systemVolumeType: 'ssd',
      dataVolumes: [{ sizeMb: 12_288, mountPoint: '/var/lib/etcd', filesystem: 'ext4', volumeType: 'ssd' }],
    });
  });

  test('is refused by the cluster’s name when its own would not be a host name', () => {
    const named = (length: number) => () => plan({ ...orderOf(aNodeRequest(facts)), name: 'a'.repeat(length) });
    expect(named(41)()[0]?.name).toHaveLength(63);
    expect(refusalOf(named(42))).toEqual({
      name: [expect.stringContaining('Enter a shorter name. The node name aaaa')],
    });
  });

  test('with less than 64 GB of disk is refused, with 64 GB accepted (S0-174, S0-306, R-9b-W13)', () => {
    expect(planned({ systemVolumeSizeMb: 65_536 })?.systemVolumeSizeMb).toBe(65_536);
    expect(refusedNode({ systemVolumeSizeMb: 65_535 })).toEqual({
      nodes: [{ system_volume_size: ['Ensure this value is greater than or equal to 65536 MB.'] }],
    });
  });

  test('with two data volumes at one mount point is refused', () => {
    const volume = { sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4' };
    expect(refusedNode({ dataVolumes: [volume, { ...volume, sizeMb: 2048 }] })).toEqual({
      nodes: [{ data_volumes: ['Each mount point can be specified once at most.'] }],
    });
  });

  test('on a subnet of another tenant is refused by the tenant’s name (S0-307)', () => {
    const subnetUuid = aUuid();
    expect(refusedNode({ subnetUuid })).toEqual({
      nodes: [{ subnet: [`Subnet ${subnetUuid} should belong to the same tenant tenant-1.`] }],
    });
  });

  test('with a volume type that the tenant cannot use is refused, for system and data volumes (S0-005)', () => {
    const volumeTypeUuid = aUuid();
    const volume = { sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4', volumeTypeUuid };
    const said = [`Volume type ${volumeTypeUuid} is not visible in tenant tenant-1.`];
    expect(refusedNode({ systemVolumeTypeUuid: volumeTypeUuid, dataVolumes: [volume] })).toEqual({
      nodes: [{ system_volume_type: said, data_volumes: said }],
    });
  });
});

describe('a tenant needs', () => {
  test('the provider’s image (S0-277)', () => {
    expect(refusedNode({}, { baseImageName: 'leap-micro' })).toEqual({ tenant: ['No matching image found.'] });
  });

  test('a default security group, if the order names none', () => {
    const bare = { ...facts, securityGroups: [] };
    expect(refusalOf(() => plan(orderOf(aNodeRequest(facts)), {}, [bare]))).toEqual({
      tenant: ['Default security group is not found.'],
    });
  });

  test('each security group of the order, in place of the default one (S0-258, R-9-17, R-9-18)', () => {
    const both = {
      ...facts,
      securityGroups: [...facts.securityGroups, aSecurityGroup({ id: 'group-3', name: 'ssh' })],
    };
    const groups = ['group-2', 'group-3'].map((id) => idOf('security-group', id));
    const named = plan(someOrderAttributes(facts, { securityGroupUuids: groups }), {}, [both]);
    expect(named[0]?.securityGroupIds).toEqual(['group-2', 'group-3']);
    const foreign = aUuid();
    expect(
      refusalOf(() => plan(someOrderAttributes(facts, { securityGroupUuids: [...groups, foreign] }), {}, [both])),
    ).toEqual({
      security_groups: `Security group ${foreign} does not belong to the same tenant as instance.`,
    });
  });

  test('an image, and all missing objects are named at once', () => {
    const order = orderOf(aNodeRequest(facts, { flavorUuid: idOf('flavor', '1') }));
    expect(refusalOf(() => plan(order, { baseImageName: 'nope' }))).toEqual({
      tenant: ['No matching image found.'],
      nodes: [{ flavor: ['Flavor m1.small does not meet requirements. CPU requirement is 2 cores'] }],
    });
  });

  test('of several tenants each gives its own machines the order’s groups, or its default one (R-9-19)', () => {
    const groupsThere = ['open', 'default'].map((name, index) => aSecurityGroup({ id: `group-${8 + index}`, name }));
    const other = someTenantFacts({ securityGroups: groupsThere });
    const inOther = aNodeRequest(other, { role: 'agent', tenantUuid: other.tenant.uuid });
    const { tenantUuid: _none, ...order } = orderOf(aNodeRequest(facts, { tenantUuid: facts.tenant.uuid }), inOther);
    const groups = { securityGroupUuids: [idOf('security-group', 'group-2')] };
    const specs = plan({ ...order, ...groups }, {}, [facts, other]);
    expect(specs.map((spec) => spec.securityGroupIds)).toEqual([['group-2'], ['group-9']]);
  });
});

describe('floating IPs', () => {
  test('are taken from the external network of the subnet’s router, if the provider gives one to every node (S0-283, R-9-14)', () => {
    expect(planned({}, { allocateFloatingIps: true })?.floatingNetworkId).toBe('public-1');
  });
  test('are not taken otherwise (S0-338)', () => {
    expect(planned({})?.floatingNetworkId).toBeUndefined();
  });
  test('are not possible in a subnet without such a router (S0-307)', () => {
    const isolated = { ...facts, gateways: [] };
    const message = 'Subnet private of tenant tenant-1 has no router to an external network, which floating IPs need.';
    const order = orderOf(aNodeRequest(facts));
    expect(refusalOf(() => plan(order, { allocateFloatingIps: true }, [isolated]))).toEqual({
      nodes: [{ subnet: [message] }],
    });
  });
});

describe('names', () => {
  test('start at one for each role and skip taken numbers', () => {
    const takenNames = new Set(['my-cluster-rancher-node-server-1', 'my-cluster-rancher-node-agent-2']);
    const nodes = ['server', 'agent', 'agent'] as const;
    const order = orderOf(...nodes.map((role) => aNodeRequest(facts, { role })));
    expect(plan(order, { takenNames }).map((node) => node.name)).toEqual([
      'my-cluster-rancher-node-server-2',
      'my-cluster-rancher-node-agent-1',
      'my-cluster-rancher-node-agent-3',
    ]);
    expect(takenNames.size).toBe(2);
  });
});

describe('the whole order', () => {
  test('of three servers and three workers is six machines in the existing tenant (S0-366)', () => {
    const nodes = ['server', 'server', 'server', 'agent', 'agent', 'agent'] as const;
    const specs = plan(orderOf(...nodes.map((role) => aNodeRequest(facts, { role }))));
    expect(specs.map((spec) => spec.role)).toEqual(nodes);
    expect(new Set(specs.map((spec) => spec.tenantUuid))).toEqual(new Set([tenant.uuid]));
    expect(new Set(specs.map((spec) => spec.name)).size).toBe(6);
  });

  test('is refused with every wrong field of every machine at once', () => {
    const [subnetUuid, flavorUuid] = [aUuid(), aUuid()];
    const order = orderOf(aNodeRequest(facts), aNodeRequest(facts, { role: 'agent', subnetUuid, flavorUuid }));
    expect(refusalOf(() => plan(order))).toEqual({
      nodes: [
        {},
        {
          subnet: [`Subnet ${subnetUuid} should belong to the same tenant tenant-1.`],
          flavor: [`Flavor ${flavorUuid} is not visible in tenant tenant-1.`],
        },
      ],
    });
  });

  test('over two tenants uses flavors, image, groups and subnet of each machine’s own tenant (S0-025, R-9-23)', () => {
    const second = someTenantFacts({
      tenant: aTenant({ name: 'tenant-2' }),
      images: [{ id: 'image-2', name: 'ubuntu-24.04', minDiskGb: 4, minRamMb: 512 }],
      securityGroups: [aSecurityGroup({ id: 'group-9', name: 'default' })],
    });
    const { tenantUuid: _, ...order } = orderOf(
      { ...aNodeRequest(facts), tenantUuid: tenant.uuid },
      { ...aNodeRequest(second, { role: 'agent' }), tenantUuid: second.tenant.uuid },
    );
    expect(plan(order, {}, [facts, second])).toMatchObject([
      { tenantUuid: tenant.uuid, imageId: 'image-1', securityGroupIds: ['group-1'] },
      { tenantUuid: second.tenant.uuid, imageId: 'image-2', securityGroupIds: ['group-9'] },
    ]);
    const astray = { ...order, nodes: order.nodes.map((node) => ({ ...node, tenantUuid: second.tenant.uuid })) };
    expect(refusalOf(() => plan(astray, {}, [second]))).toMatchObject({
      nodes: [{ subnet: [expect.stringContaining('same tenant tenant-2.')] }, {}],
    });
  });

  test('in an unknown tenant is refused', () => {
    expect(refusalOf(() => plan(orderOf(aNodeRequest(facts)), {}, []))).toEqual({
      tenant: ['Invalid hyperlink - Object does not exist.'],
    });
  });

  test('with a machine without a tenant is refused at that machine', () => {
    const { tenantUuid: _, ...order } = orderOf(aNodeRequest(facts, { tenantUuid: tenant.uuid }), aNodeRequest(facts));
    expect(refusalOf(() => plan(order))).toEqual({
      nodes: [{}, { tenant: ['Tenant is not specified for both cluster and node.'] }],
    });
  });
});

describe('waves', () => {
  const nodes = ['agent', 'server', 'agent', 'server'].map((role, id) => ({
    id,
    spec: { role: role === 'agent' ? ('agent' as const) : ('server' as const) },
  }));
  test('the first has all servers and one agent, since no node becomes active without one of each', () => {
    const { first, rest } = wavesOf(nodes);
    expect(first.map(({ id }) => id)).toEqual([1, 3, 0]);
    expect(rest.map(({ id }) => id)).toEqual([2]);
  });
  test('there is no second if there is only one agent', () => {
    expect(wavesOf(nodes.slice(0, 2)).rest).toEqual([]);
  });
});
