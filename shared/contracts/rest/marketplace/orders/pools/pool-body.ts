import { z } from 'zod';
import { described } from '#shared/contracts/rest/_core/field-text';
import {
  flag,
  integer,
  looseText,
  mapKey,
  mapOf,
  optional,
  optionalReference,
  reference,
  text,
  verbatim,
} from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { asGoodAsRoot } from '#shared/contracts/rest/_core/root-fields';
import type { ManagedPoolRequest } from '#shared/domain/infrastructure/managed-pool-request';
import type { PoolRequest } from '#shared/domain/planning/pools/pool-request';
import { DEFAULT_HEALTH_CHECK, taint } from '#shared/domain/planning/pools/pool-spec';
import { rancherRole } from '#shared/domain/planning/rancher-role';
import { dataVolumesBody, MAX_VOLUME_MB, volumeTypeReference } from '../volume-bodies.ts';
import {
  AUTOSCALING_TEXTS,
  MANAGED_POOL_TEXTS,
  MANAGED_VOLUME_TEXTS,
  NEW_POOL_TEXTS,
  POOL_TEXTS,
  ROOT_VOLUME_TEXTS,
  TAINT_TEXTS,
} from './pool-attribute-texts.ts';

/**
 * Maximum number of pools of a cluster. The number is limited because Rancher stores all pools of a cluster in one
 * object.
 */
export const MAX_POOLS = 50;
const MAX_POOL_NAME = 63;
/** Kubernetes' maximum lengths of a label's key, including its domain, and of a label's value. */
const MAX_KEY = 317;
const MAX_VALUE = 63;
/**
 * Maximum number of machines of one pool. The number is limited because Kubernetes gives no figures for planning larger
 * pools.
 */
const MAX_MACHINES = 1000;
const MAX_USER_DATA = 16_000;
const MAX_LISTED = 50;
const MAX_LABELS = 100;
const MAX_HOSTNAME = 253;
const WEEK = 7 * 86_400;
const DEFAULT_DRAIN_TIMEOUT = 600;

const seconds = () => integer(0, WEEK);
const taintBody = knownFields(
  z.object(
    described({ key: text(MAX_KEY), value: looseText(MAX_VALUE).default(''), effect: taint.shape.effect }, TAINT_TEXTS),
  ),
);
const rootVolumeBody = knownFields(
  z.object(described({ size: integer(1, MAX_VOLUME_MB), volume_type: volumeTypeReference() }, ROOT_VOLUME_TEXTS)),
);
const autoscalingBody = knownFields(
  z.object(described({ min: integer(0, MAX_MACHINES), max: integer(0, MAX_MACHINES) }, AUTOSCALING_TEXTS)),
);

const machineFields = {
  flavor: reference('flavors', 'openstack-flavors'),
  image: asGoodAsRoot(optionalReference('images', 'openstack-images'), 'machine'),
  networks: z.array(reference('networks', 'openstack-networks')).max(MAX_LISTED).default([]),
  security_groups: z.array(reference('security-groups', 'openstack-security-groups')).max(MAX_LISTED).default([]),
  root_volume: rootVolumeBody.nullish(),
  data_volumes: dataVolumesBody.default([]),
  availability_zone: optional(text(255)),
  server_group: optional(text(255)),
  user_data: asGoodAsRoot(optional(verbatim(MAX_USER_DATA)), 'machine'),
};
const { unhealthyNodeTimeout, maxUnhealthy, nodeStartupTimeout } = DEFAULT_HEALTH_CHECK;
const behaviourFields = {
  labels: mapOf(mapKey(MAX_KEY), looseText(MAX_VALUE), MAX_LABELS).default({}),
  taints: z.array(taintBody).max(MAX_LISTED).default([]),
  drain_before_delete: flag().default(true),
  drain_timeout: seconds().default(DEFAULT_DRAIN_TIMEOUT),
  unhealthy_node_timeout: seconds().default(unhealthyNodeTimeout),
  max_unhealthy: text(10).default(maxUnhealthy),
  node_startup_timeout: seconds().default(nodeStartupTimeout),
  autoscaling: autoscalingBody.nullish(),
  paused: flag().default(false),
  hostname_length_limit: integer(0, MAX_HOSTNAME).nullish(),
};

const namedFields = {
  name: text(MAX_POOL_NAME),
  roles: z.array(rancherRole).max(MAX_LISTED),
  quantity: integer(0, MAX_MACHINES),
};
export const poolFields = { ...namedFields, ...machineFields, ...behaviourFields };

const managedVolumeBody = knownFields(
  z.object(described({ size: integer(1, MAX_VOLUME_MB), volume_type_name: optional(text(255)) }, MANAGED_VOLUME_TEXTS)),
);
const managedFields = {
  ...namedFields,
  openstack_offering: optionalReference('marketplace-public-offerings', 'marketplace-provider-offerings'),
  flavor_name: text(255),
  root_volume: managedVolumeBody.nullish(),
  user_data: asGoodAsRoot(optional(verbatim(MAX_USER_DATA)), 'machine'),
  ...behaviourFields,
};

type RootVolume = z.output<typeof rootVolumeBody>;
export const volumeOf = ({ size, volume_type }: RootVolume) => ({ sizeMb: size, volumeTypeUuid: volume_type });

type Behaviour = z.output<z.ZodObject<typeof namedFields & typeof behaviourFields>>;
/** The fields that pools of self-managed orders and pools of managed orders have in common. */
const behaviourOf = (body: Behaviour) => ({
  name: body.name,
  roles: body.roles,
  quantity: body.quantity,
  labels: body.labels,
  taints: body.taints,
  drainBeforeDelete: body.drain_before_delete,
  drainTimeout: body.drain_timeout,
  unhealthyNodeTimeout: body.unhealthy_node_timeout,
  maxUnhealthy: body.max_unhealthy,
  nodeStartupTimeout: body.node_startup_timeout,
  autoscaling: body.autoscaling ?? undefined,
  paused: body.paused,
  hostnameLengthLimit: body.hostname_length_limit ?? undefined,
});

/** A pool of an order, with sizes in MB. The driver checks the rules that concern several fields or several pools. */
export const poolBody = knownFields(z.object(described(poolFields, POOL_TEXTS))).transform(poolRequestOf);

/** A new pool of a cluster. The pool can name its tenant, because the cluster may have several tenants. */
export const newPoolBody = knownFields(
  z.object(described({ ...poolFields, tenant: optionalReference('openstack-tenants') }, NEW_POOL_TEXTS)),
).transform(({ tenant, ...body }): PoolRequest => ({ ...poolRequestOf(body), tenantUuid: tenant }));

function poolRequestOf(body: z.output<z.ZodObject<typeof poolFields>>): PoolRequest {
  return {
    ...behaviourOf(body),
    flavorUuid: body.flavor,
    imageUuid: body.image,
    networkUuids: body.networks,
    securityGroupUuids: body.security_groups,
    rootVolume: body.root_volume ? volumeOf(body.root_volume) : undefined,
    dataVolumes: body.data_volumes,
    availabilityZone: body.availability_zone ?? undefined,
    serverGroupId: body.server_group ?? undefined,
    userData: body.user_data ?? undefined,
  };
}

/**
 * A pool of a managed order. The pool refers to flavor and volume type by name, because the pool's tenant does not
 * exist yet.
 */
export const managedPoolBody = knownFields(z.object(described(managedFields, MANAGED_POOL_TEXTS))).transform(
  (body): ManagedPoolRequest => ({
    ...behaviourOf(body),
    offeringUuid: body.openstack_offering,
    flavorName: body.flavor_name,
    rootVolume: body.root_volume
      ? { sizeMb: body.root_volume.size, typeName: body.root_volume.volume_type_name ?? undefined }
      : undefined,
    userData: body.user_data ?? undefined,
  }),
);

const viewBehaviour = (pool: Omit<ManagedPoolRequest, 'flavorName' | 'rootVolume'>) => ({
  name: pool.name,
  roles: pool.roles,
  quantity: pool.quantity,
  labels: pool.labels,
  taints: pool.taints,
  drain_before_delete: pool.drainBeforeDelete,
  drain_timeout: pool.drainTimeout,
  unhealthy_node_timeout: pool.unhealthyNodeTimeout,
  max_unhealthy: pool.maxUnhealthy,
  node_startup_timeout: pool.nodeStartupTimeout,
  autoscaling: pool.autoscaling,
  paused: pool.paused,
  hostname_length_limit: pool.hostnameLengthLimit,
});

/** Shows a pool as it was ordered. Without `withSecrets`, user data is left out, because it may contain secrets. */
export const viewPoolRequest = (pool: PoolRequest, withSecrets: boolean) => ({
  ...viewBehaviour(pool),
  ...(withSecrets && { user_data: pool.userData }),
  flavor: pool.flavorUuid,
  image: pool.imageUuid,
  networks: pool.networkUuids,
  security_groups: pool.securityGroupUuids,
  root_volume: pool.rootVolume && { size: pool.rootVolume.sizeMb, volume_type: pool.rootVolume.volumeTypeUuid },
  availability_zone: pool.availabilityZone,
  server_group: pool.serverGroupId,
});

/** Shows a pool of a managed order as it was ordered. Without `withSecrets`, user data is left out, too. */
export const viewManagedPoolRequest = (pool: ManagedPoolRequest, withSecrets: boolean) => ({
  ...viewBehaviour(pool),
  ...(withSecrets && { user_data: pool.userData }),
  openstack_offering: pool.offeringUuid,
  flavor_name: pool.flavorName,
  root_volume: pool.rootVolume && { size: pool.rootVolume.sizeMb, volume_type_name: pool.rootVolume.typeName },
});
