import { z } from 'zod';
import { taint } from '#shared/domain/planning/pools/pool-spec';
import { rancherRole } from '#shared/domain/planning/rancher-role';
import { quantityOwner } from '#shared/domain/pools/scaling/quantity';
import { deploymentPhase } from '#shared/domain/pools/views/phases';
import type { ShownPool } from '#shared/domain/pools/views/shown-pool';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { stallView, viewStall } from '../_core/stall.ts';
import { poolChangeOperations } from './pool-changes.ts';
import { poolSettingsOperations } from './pool-settings.ts';

const MB_PER_GB = 1024;
const url = (description: string) => z.string().meta({ description, format: 'uri' });
const cloudId = (what: string) => z.string().meta({ description: `Id of the ${what} in the cloud.` });
const seconds = (description: string) => z.int().meta({ description: `${description} In seconds.` });
const machines = (description: string) => z.int().meta({ description: `Number of machines ${description}.` });
const bound = (which: string) => z.int().meta({ description: `${which} number of machines.` });

/** Fields of a pool that define its machines in the cloud. */
const machineFields = {
  tenant: url('The tenant of the machines.'),
  tenant_uuid: z.string(),
  flavor: url('The flavor. Null if the tenant is gone.').nullable(),
  flavor_backend_id: cloudId('flavor'),
  image: url('The image. Null if the tenant is gone.').nullable(),
  image_backend_id: cloudId('image'),
  networks: z
    .array(url('A network.'))
    .meta({ description: 'The network of the machines. A pool has exactly one network.' }),
  network_backend_id: cloudId('network'),
  security_groups: z.array(url('A security group.')),
  security_group_backend_ids: z.array(cloudId('security group')),
  root_volume: z
    .object({ size: z.int().meta({ description: 'Size in MB.' }), volume_type: z.string().nullable() })
    .nullable()
    .meta({ description: 'The volume that machines boot from. Null: they boot from the disk of their flavor.' }),
  availability_zone: z
    .string()
    .meta({ description: 'Availability zone of the machines. Empty if the cloud chooses the zone.' }),
  server_group: z.string().meta({ description: 'Id of the server group in Nova. Empty if there is none.' }),
  floating_ip_pool: z
    .string()
    .meta({ description: 'External network of floating IPs. Empty if machines get no floating IP.' }),
  ssh_user: z
    .string()
    .meta({ description: 'User in the image. Rancher signs in to machines as this user.', examples: ['ubuntu'] }),
};
const behaviour = {
  labels: z.record(z.string(), z.string()),
  taints: z.array(taint),
  drain_before_delete: z.boolean(),
  drain_timeout: seconds('Maximum time for draining a machine before it is deleted. 0 means no limit.'),
  unhealthy_node_timeout: seconds(
    'How long a node may stay unready before its machine is replaced. 0 means that machines are never replaced.',
  ),
  max_unhealthy: z.string().meta({
    description:
      'Maximum number or percentage of unhealthy machines. If more machines are unhealthy, no machine is replaced.',
    examples: ['40%'],
  }),
  node_startup_timeout: seconds('How long a new machine may take to become a node.'),
  autoscaling: z
    .object({ min: bound('Minimum'), max: bound('Maximum') })
    .nullable()
    .meta({ description: 'Bounds of the autoscaler. Null if the autoscaler does not change the pool.' }),
  paused: z
    .boolean()
    .meta({ description: 'Whether the pool is paused: Rancher does not create or delete its machines.' }),
};
const counts = {
  pending: machines('that Rancher has not begun to make'),
  outdated: machines('that were created from an earlier template'),
  unavailable: machines('that are not ready'),
  ready: machines('that are ready'),
};

export const poolView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string().meta({ description: 'The pool’s name in its cluster.', examples: ['workers'] }),
    cluster: z.string(),
    cluster_uuid: z.string(),
    cluster_name: z.string(),
    roles: z.array(rancherRole),
    quantity: machines('that a user or the autoscaler has set'),
    quantity_owner: z
      .enum(['user', 'autoscaler'])
      .meta({ description: 'Who decides the number of machines at present.' }),
    ...machineFields,
    ...behaviour,
    phase: deploymentPhase.meta({
      description: 'Phase of the pool in Cluster API. `Unknown` until the pool exists in Rancher.',
      examples: ['Running'],
    }),
    template: z.string().meta({
      description: 'The template in Rancher from which new machines are created. Empty until the template exists.',
      examples: ['research-1-workers-5c1f0a9b'],
    }),
    ...counts,
    stalled: stallView.nullable().meta({
      description:
        'Why the pool is stalled: Rancher could not create its machines, and does not try again. Null if the pool is not stalled.',
    }),
  })
  .meta({ id: 'MachinePool' });
type PoolView = z.infer<typeof poolView>;

const viewMachine = (link: Link, { pool: { spec }, uuids, tenantUuid }: ShownPool) => ({
  tenant: link('openstack-tenants', tenantUuid),
  tenant_uuid: tenantUuid,
  flavor: uuids ? link('openstack-flavors', uuids.flavor) : null,
  flavor_backend_id: spec.flavorId,
  image: uuids ? link('openstack-images', uuids.image) : null,
  image_backend_id: spec.imageId,
  networks: uuids ? [link('openstack-networks', uuids.network)] : [],
  network_backend_id: spec.networkId,
  security_groups: (uuids?.securityGroups ?? []).map((uuid) => link('openstack-security-groups', uuid)),
  security_group_backend_ids: spec.securityGroupIds,
  root_volume: spec.rootVolume
    ? { size: spec.rootVolume.sizeGb * MB_PER_GB, volume_type: spec.rootVolume.volumeType ?? null }
    : null,
  availability_zone: spec.availabilityZone ?? '',
  server_group: spec.serverGroupId ?? '',
  floating_ip_pool: spec.floatingIpPool ?? '',
  ssh_user: spec.sshUser,
});

/** User data is left out: it may contain secrets. */
export function viewPool(link: Link, shown: ShownPool): PoolView {
  const { cluster, pool, phase, templateName, counts: numbers } = shown;
  const { spec } = pool;
  return {
    url: link('rancher-clusters', cluster.uuid, `pools/${pool.uuid}/`),
    uuid: pool.uuid,
    name: spec.name,
    cluster: link('rancher-clusters', cluster.uuid),
    cluster_uuid: cluster.uuid,
    cluster_name: cluster.name,
    roles: spec.roles,
    quantity: spec.quantity,
    quantity_owner: quantityOwner(pool),
    ...viewMachine(link, shown),
    labels: spec.labels,
    taints: spec.taints,
    drain_before_delete: spec.drainBeforeDelete,
    drain_timeout: spec.drainTimeout,
    unhealthy_node_timeout: spec.unhealthyNodeTimeout,
    max_unhealthy: spec.maxUnhealthy,
    node_startup_timeout: spec.nodeStartupTimeout,
    autoscaling: spec.autoscaling ?? null,
    paused: spec.paused,
    phase,
    template: templateName,
    ...numbers,
    stalled: pool.stall ? viewStall(pool.stall) : null,
  };
}

export const poolListing: Listing<ShownPool, PoolView> = {
  filters: {
    contains: { name: ({ pool }) => pool.spec.name },
    oneOf: { role: ({ pool }) => pool.spec.roles },
    choices: { phase: { values: deploymentPhase.options, of: ({ phase }) => phase } },
  },
  orderings: { name: ({ pool }) => pool.spec.name, phase: ({ phase }) => phase },
  schema: poolView,
  view: viewPool,
};

const READ_LIVE =
  'The wanted state is Paddock’s record. Phase, template and numbers are read from Rancher. The list is empty for a cluster without pools.';
export const poolOperations: ApiOperations = {
  'GET /{uuid}/pools/': {
    summary: 'List the machine pools of a cluster',
    rule: 'cluster.see',
    description: READ_LIVE,
    listing: poolListing,
    refuses: [502],
  },
  'GET /{uuid}/pools/{pool}/': {
    summary: 'Show a machine pool of a cluster',
    rule: 'cluster.see',
    selectable: true,
    reply: poolView,
    refuses: [502],
  },
  ...poolChangeOperations,
  ...poolSettingsOperations,
};
