import { describe, expect, test } from 'vitest';
import { aClusterApiSpec, aNodeGroup, aRenderedCluster } from '#test/builders/cluster-api-builders';
import { openStackCluster, openStackMachine } from './openstack.ts';

const { network, apiServer } = aClusterApiSpec();

describe('the infrastructure of a cluster', () => {
  test('opens ports of Services to the machines’ network only (M18)', () => {
    const rules = openStackCluster(aRenderedCluster()).managedSecurityGroups.workerNodesSecurityGroupRules;
    expect(rules).toMatchObject([
      { protocol: 'tcp', portRangeMin: 30_000, portRangeMax: 32_767, remoteIPPrefix: '10.0.0.0/24' },
      { protocol: 'udp', portRangeMin: 30_000, portRangeMax: 32_767, remoteIPPrefix: '10.0.0.0/24' },
    ]);
  });

  test.each<[string, Parameters<typeof aClusterApiSpec>[0], object]>([
    ['a network of its own', {}, { managedSubnets: [{ cidr: '10.0.0.0/24', dnsNameservers: ['9.9.9.9'] }] }],
    [
      'a network of the tenant',
      { network: { ...network, fixedNetworkId: 'network', fixedSubnetId: 'subnet' } },
      { network: { id: 'network' }, subnets: [{ id: 'subnet' }] },
    ],
    [
      'all subnets of a network of the tenant',
      { network: { ...network, fixedNetworkId: 'network' } },
      { network: { id: 'network' }, subnets: undefined },
    ],
    [
      'a floating IP that exists',
      { apiServer: { ...apiServer, floatingIp: '203.0.113.9' } },
      { disableAPIServerFloatingIP: false, apiServerFloatingIP: '203.0.113.9' },
    ],
    [
      'no floating IP (S3-009, S3-031)',
      { apiServer: { ...apiServer, hasFloatingIp: false, floatingIp: '203.0.113.9' } },
      { disableAPIServerFloatingIP: true, apiServerFloatingIP: undefined },
    ],
    [
      'a load balancer (S3-028)',
      { apiServer: { ...apiServer, loadBalancer: { provider: 'ovn', flavor: 'small' } } },
      { apiServerLoadBalancer: { enabled: true, provider: 'ovn', flavor: 'small' } },
    ],
    [
      'zones for its control plane (M19)',
      { controlPlane: { ...aClusterApiSpec().controlPlane, availabilityZones: ['az1', 'az2'] } },
      { controlPlaneAvailabilityZones: ['az1', 'az2'] },
    ],
  ])('has %s', (_, more, fields) => {
    expect(openStackCluster(aRenderedCluster(more))).toMatchObject(fields);
  });

  test('is tagged with the cluster, so that what is left of it is found (M25)', () => {
    expect(openStackCluster(aRenderedCluster()).tags).toEqual(['paddock:cluster:3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61']);
  });
});

describe('a machine', () => {
  const volumes = { etcdVolume: { sizeGb: 10, volumeType: 'ssd' }, dockerVolume: { sizeGb: 50 } };

  test('has flavor, image, boot volume and server group of its group (M14, M16)', () => {
    const group = aNodeGroup({
      serverGroupId: 'group',
      bootVolume: { sizeGb: 30, volumeType: 'ssd', availabilityZone: 'az1' },
    });
    expect(openStackMachine(aClusterApiSpec({ sshKeyName: 'key' }), group, false)).toMatchObject({
      flavor: 'm1.large',
      image: { id: group.imageId },
      sshKeyName: 'key',
      rootVolume: { sizeGiB: 30, type: 'ssd', availabilityZone: { from: 'Name', name: 'az1' } },
      serverGroup: { id: 'group' },
    });
  });

  test('has its volumes in its own zone, unless a label names another one', () => {
    const own = { from: 'Machine' };
    const group = aNodeGroup({ availabilityZone: 'az2', bootVolume: { sizeGb: 30 } });
    expect(openStackMachine(aClusterApiSpec(volumes), group, true)).toMatchObject({
      rootVolume: { availabilityZone: own },
      additionalBlockDevices: [
        { name: 'etcd', storage: { volume: { availabilityZone: own } } },
        { name: 'docker', storage: { volume: { availabilityZone: own } } },
      ],
    });
  });

  test('has a disk for etcd only on the control plane (M19)', () => {
    const spec = aClusterApiSpec(volumes);
    const devices = (isControlPlane: boolean) =>
      openStackMachine(spec, aNodeGroup(), isControlPlane).additionalBlockDevices;
    expect(devices(true)).toMatchObject([
      { name: 'etcd', sizeGiB: 10, storage: { type: 'Volume', volume: { type: 'ssd' } } },
      { name: 'docker', sizeGiB: 50 },
    ]);
    expect(devices(false)).toMatchObject([{ name: 'docker' }]);
  });

  test('asks the scheduler for another failure domain if its label says so (M16)', () => {
    const spec = aClusterApiSpec({ labels: { different_failure_domain: 'true' } });
    expect(openStackMachine(spec, aNodeGroup(), false).schedulerHintAdditionalProperties).toEqual([
      { name: 'different_failure_domain', value: { type: 'Bool', bool: true } },
    ]);
  });
});
