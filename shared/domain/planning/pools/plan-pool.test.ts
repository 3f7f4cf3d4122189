import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { aUuid } from '#test/builders/builders';
import { aPool } from '#test/builders/pool-builders';
import { facts, idOf } from '#test/planning';
import { aPoolRequest } from '#test/pool-orders';
import type { PoolFacts } from './machine-in-tenant.ts';
import { planPool } from './plan-pool.ts';
import type { PoolRequest } from './pool-request.ts';
import type { PoolSpec } from './pool-spec.ts';

const FACTS: PoolFacts = {
  ...{
    tenant: facts,
    baseImageName: 'ubuntu-24.04',
    sshUser: 'ubuntu',
    allocateFloatingIps: false,
    site: DEFAULT_SITE_SETTINGS,
  },
};
const planned = (fields: Partial<PoolRequest> = {}, given: Partial<PoolFacts> = {}) =>
  planPool(aPoolRequest(fields), { ...FACTS, ...given });
const spec = (fields: Partial<PoolSpec> = {}) => ({
  spec: aPool({
    ...{ flavorId: '2', imageId: 'image-1', networkId: 'network-1', securityGroupIds: ['group-1'], ...fields },
  }),
});

describe('an ordered pool', () => {
  test('gets the cloud’s ids, the provider’s image and the default security group (T42)', () => {
    expect(planned()).toEqual(spec());
  });

  test('gets what it names, and a root volume in whole GB of the named type (T42)', () => {
    const [image, group, type] = [
      idOf('image', 'image-1'),
      idOf('security-group', 'group-2'),
      idOf('volume-type', 'type-1'),
    ];
    const fields = { imageUuid: image, securityGroupUuids: [group], availabilityZone: 'az-1' };
    expect(planned({ ...fields, rootVolume: { sizeMb: 65_537, volumeTypeUuid: type } })).toEqual(
      spec({ securityGroupIds: ['group-2'], availabilityZone: 'az-1', rootVolume: { sizeGb: 65, volumeType: 'ssd' } }),
    );
  });

  test('gets floating IPs of the network that its router leads to, if the provider wants them', () => {
    const tenant = { ...facts, externalNetworks: [{ id: 'public-1', name: 'public' }] };
    expect(planned({}, { tenant, allocateFloatingIps: true })).toEqual(spec({ floatingIpPool: 'public' }));
    expect(planned({}, { tenant })).toEqual(spec());
  });

  test('is refused floating IPs in a network without such a router', () => {
    const tenant = { ...facts, gateways: [], externalNetworks: [{ id: 'public-1', name: 'public' }] };
    expect(planned({}, { tenant, allocateFloatingIps: true })).toEqual({
      errors: { networks: ['The network has no router to an external network, which floating IPs need.'] },
    });
  });
});

describe('an ordered pool is refused', () => {
  test('a server group that the tenant does not have', () => {
    const tenant = { ...facts, serverGroups: [{ id: 'group-1' }] };
    expect(planned({ serverGroupId: 'group-1' }, { tenant })).toEqual(spec({ serverGroupId: 'group-1' }));
    expect(planned({ serverGroupId: 'group-of-another' }, { tenant })).toEqual({
      errors: { server_group: ['Server group group-of-another is not visible in tenant tenant-1.'] },
    });
  });

  const unknown = aUuid();
  const one = 'Choose exactly one network, because Rancher connects a machine to one network only.';
  const network = idOf('network', 'network-1');
  const volumes = [{ sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4' }];
  test.each<[string, Partial<PoolRequest>, Record<string, string>]>([
    [
      'an unknown flavor',
      { flavorUuid: unknown },
      { flavor: `Flavor ${unknown} is not visible in tenant ${facts.tenant.name}.` },
    ],
    [
      'a flavor that is too small for servers',
      { roles: ['etcd'], flavorUuid: idOf('flavor', '1') },
      { flavor: 'Flavor m1.small does not meet requirements. CPU requirement is 2 cores' },
    ],
    ['an unknown image', { imageUuid: unknown }, { image: 'No matching image found.' }],
    ['no network', { networkUuids: [] }, { networks: one }],
    ['two networks', { networkUuids: [network, network] }, { networks: one }],
    [
      'an unknown network',
      { networkUuids: [unknown] },
      { networks: `Network ${unknown} is not visible in tenant ${facts.tenant.name}.` },
    ],
    [
      'an unknown security group',
      { securityGroupUuids: [unknown] },
      { security_groups: `Security group ${unknown} is not visible in tenant ${facts.tenant.name}.` },
    ],
    [
      'a small root volume',
      { rootVolume: { sizeMb: 65_535 } },
      { root_volume: 'Ensure this value is greater than or equal to 65536 MB.' },
    ],
    [
      'an unknown volume type',
      { rootVolume: { sizeMb: 65_536, volumeTypeUuid: unknown } },
      { root_volume: `Volume type ${unknown} is not visible in tenant ${facts.tenant.name}.` },
    ],
    [
      'data volumes, which Rancher would leave behind',
      { dataVolumes: volumes },
      {
        data_volumes:
          'Machines of pools cannot have data volumes, because Rancher does not delete these volumes with the machine. Use a root volume.',
      },
    ],
  ])('with %s (D9)', (_what, fields, errors) => {
    const said = Object.entries(errors).map(([field, text]) => [field, [text]]);
    expect(planned(fields)).toEqual({ errors: Object.fromEntries(said) });
  });

  test('with all errors at once (D9)', () => {
    const { errors = {} } = planned({ imageUuid: unknown, networkUuids: [], dataVolumes: volumes });
    expect(Object.keys(errors)).toEqual(['image', 'networks', 'data_volumes']);
  });

  test('in a tenant without a default group (D9)', () => {
    const bare = { ...facts, securityGroups: [] };
    expect(planned({}, { tenant: bare })).toEqual({
      errors: { security_groups: ['Default security group is not found.'] },
    });
  });
});
