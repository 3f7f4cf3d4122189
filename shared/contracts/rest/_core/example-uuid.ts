import { derivedUuid, type Uuid } from '#shared/domain/_core/identifier';

const FROM = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';

/** Collections that show the same objects. */
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
 * The uuid that examples of the OpenAPI document have for an object of this collection: one for all examples, so that they fit
 * together and can be followed one after the other.
 */
export const exampleUuid = (collection: string): Uuid => derivedUuid(FROM, SAME[collection] ?? collection);

/** Of the three clouds that the example of a managed order names. */
export const EXAMPLE_CLOUDS: readonly Uuid[] = ['az1', 'az2', 'az3'].map((zone) => exampleUuid(`clouds/${zone}`));
