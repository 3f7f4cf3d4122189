import { describe, expect, test } from 'vitest';
import { aNodeSpec, aTenant } from '#test/builders/builders';
import { refusalOf } from '#test/refusal-of';
import type { TenantFacts } from './cloud-facts.ts';
import { planReplacement } from './plan-replacement.ts';

const IMAGE = { id: 'image-2', name: 'ubuntu-24.04', minDiskGb: 10, minRamMb: 0 };
const SPEC = aNodeSpec({
  ...{
    roles: ['controlplane', 'etcd'],
    flavorId: '7',
    flavorName: 'old-name',
    imageId: 'image-1',
    subnetId: 'subnet-1',
  },
  ...{ securityGroupIds: ['group-1'], systemVolumeType: 'ssd' },
  dataVolumes: [{ sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4', volumeType: 'hdd' }],
});
const facts = (fields: Partial<TenantFacts> = {}): TenantFacts => ({
  tenant: aTenant({ name: 'shop' }),
  flavors: [{ id: '7', name: 'm1.large', vcpus: 8, ramMb: 16_384, diskGb: 0 }],
  images: [IMAGE],
  subnets: [
    {
      ...{ id: 'subnet-1', name: 'nodes', networkId: 'net-1', cidr: '10.0.0.0/24', gatewayIp: null, pools: [] },
      ...{ hasHostRoutes: false, isFromSubnetPool: false },
    },
  ],
  volumeTypes: ['ssd', 'hdd'].map((name) => ({ id: name, name })),
  securityGroups: [{ id: 'group-1', name: 'default', description: '', rules: [] }],
  ...{ quotas: {}, defaultVolumeType: undefined, gateways: [], addresses: [] },
  ...fields,
});
const planned = (seen: TenantFacts) => planReplacement(SPEC, { facts: seen, image: seen.images[0], inOwned: seen });

describe('a copy of a machine', () => {
  test('has its roles, volumes and place, the present flavor and the present image', () => {
    const { flavorName, vcpus, ramMb, imageId, ...rest } = planned(facts());
    expect({ flavorName, vcpus, ramMb, imageId }).toEqual({
      ...{ flavorName: 'm1.large', vcpus: 8, ramMb: 16_384, imageId: 'image-2' },
    });
    expect(SPEC).toMatchObject(rest);
  });

  test.each<[Partial<TenantFacts>, object]>([
    [{ flavors: [] }, { flavor: ['Flavor old-name is not visible in tenant shop any more.'] }],
    [{ images: [] }, { tenant: ['No matching image found.'] }],
    [
      { volumeTypes: [] },
      {
        system_volume_type: ['Volume type ssd is not visible in tenant shop any more.'],
        data_volumes: ['Volume type hdd is not visible in tenant shop any more.'],
      },
    ],
    [
      { subnets: [], securityGroups: [] },
      {
        subnet: ['Subnet subnet-1 is not visible in tenant shop any more.'],
        security_groups: ['Security group group-1 is not visible in tenant shop any more.'],
      },
    ],
  ])('is refused if the cloud lacks something: %o', (fields, said) => {
    expect(refusalOf(() => planned(facts(fields)))).toEqual(said);
  });
});
