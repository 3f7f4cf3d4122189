import { derivedUuid, type Uuid } from '#shared/domain/_core/identifier';

const FROM = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';

/** Maps a collection to another collection that has the same objects. Both collections show the same example. */
const SAME: Readonly<Record<string, string>> = {
  'marketplace-offerings': 'marketplace-public-offerings',
  'marketplace-provider-offerings': 'marketplace-public-offerings',
  'managed-rancher-cluster-resources': 'marketplace-resources',
  'marketplace-provider-resources': 'marketplace-resources',
  plans: 'marketplace-plans',
  volume_types: 'volume-types',
  'openstack-subnets': 'subnets',
  'openstack-flavors': 'flavors',
  'openstack-volume-types': 'volume-types',
  'openstack-security-groups': 'security-groups',
};

/**
 * The uuid of a collection's example object. All examples in the OpenAPI document use it, so a reader can follow one
 * object from example to example.
 */
export const exampleUuid = (collection: string): Uuid => derivedUuid(FROM, SAME[collection] ?? collection);

export const EXAMPLE_CLOUDS: readonly Uuid[] = ['az1', 'az2', 'az3'].map((zone) => exampleUuid(`clouds/${zone}`));
