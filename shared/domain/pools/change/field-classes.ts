import { z } from 'zod';
import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';

/**
 * What a change of a field does to machines that exist.
 * - `in-place`: no machine is replaced.
 * - `rolls-pool`: every machine of the pool is replaced.
 * - `rolls-control-plane`: Kubernetes restarts on the machines with etcd or control plane; no machine is replaced.
 * - `immutable`: the field cannot be changed.
 */
export const fieldClass = z.enum(['in-place', 'rolls-pool', 'rolls-control-plane', 'immutable']);
export type FieldClass = z.infer<typeof fieldClass>;

/**
 * The machines on which Kubernetes restarts: those with etcd or control plane (`servers`), or all, with workers last.
 * Without `restarts`, Kubernetes does not restart.
 */
export type Restarts = 'servers' | 'all';

export type FieldRule = {
  /** The field's name in the API. */
  field: string;
  class: FieldClass;
  restarts?: Restarts;
  /** What a change does, in a sentence for customers. */
  text: string;
};

const newMachines = (field: string): FieldRule => ({
  field,
  class: 'rolls-pool',
  text: 'Every machine of the pool is replaced by a new one.',
});
const onServers = (field: string): FieldRule => ({
  field,
  class: 'rolls-control-plane',
  restarts: 'servers',
  text: 'Kubernetes restarts on the machines with etcd or control plane, one after the other. All machines stay.',
});
const onAll = (field: string): FieldRule => ({
  field,
  class: 'in-place',
  restarts: 'all',
  text: 'Kubernetes restarts on one machine after the other: etcd, control plane, then workers. All machines stay.',
});
const never = (field: string, text: string): FieldRule => ({ field, class: 'immutable', text });
const atOnce = (field: string, text: string): FieldRule => ({ field, class: 'in-place', text });
const FOR_DELETIONS = 'The new value applies to the next machine that is deleted.';
const FOR_UNHEALTHY = 'The new value applies to machines that become unhealthy from now on.';

/** Fields of pools. This table is used by the plan of a change, and by the API's list of field classes. */
export const POOL_FIELDS: Readonly<Record<keyof PoolSpec, FieldRule>> = {
  name: never('name', 'A pool keeps its name. Add a pool with the new name and delete this one.'),
  roles: never('roles', 'The roles of a machine never change. Add a pool with other roles and delete this one.'),
  tenantUuid: never('tenant', 'A pool stays in its tenant. Add a pool in the other tenant and delete this one.'),
  quantity: atOnce('quantity', 'Machines are added or deleted. The other machines stay.'),
  flavorId: newMachines('flavor'),
  imageId: newMachines('image'),
  networkId: newMachines('networks'),
  securityGroupIds: newMachines('security_groups'),
  rootVolume: newMachines('root_volume'),
  availabilityZone: newMachines('availability_zone'),
  serverGroupId: newMachines('server_group'),
  floatingIpPool: newMachines('floating_ip_pool'),
  sshUser: newMachines('ssh_user'),
  userData: newMachines('user_data'),
  labels: atOnce('labels', 'Nodes get the labels. No machine is replaced.'),
  taints: atOnce('taints', 'Nodes get the taints. No machine is replaced.'),
  drainBeforeDelete: atOnce('drain_before_delete', FOR_DELETIONS),
  drainTimeout: atOnce('drain_timeout', FOR_DELETIONS),
  unhealthyNodeTimeout: atOnce('unhealthy_node_timeout', FOR_UNHEALTHY),
  maxUnhealthy: atOnce('max_unhealthy', FOR_UNHEALTHY),
  nodeStartupTimeout: atOnce(
    'node_startup_timeout',
    'The new value applies to machines that have not become nodes yet.',
  ),
  autoscaling: atOnce('autoscaling', 'The autoscaler keeps the number of machines within the bounds from now on.'),
  paused: atOnce('paused', 'Rancher stops or resumes the creation and deletion of machines of the pool.'),
  hostnameLengthLimit: atOnce('hostname_length_limit', 'New machines have shorter or longer names.'),
};

/** Fields of the cluster that its pools share. */
export const CLUSTER_FIELDS: Readonly<Record<keyof PoolClusterSpec, FieldRule>> = {
  kubernetesVersion: onAll('kubernetes_version'),
  cni: never('cni', 'Pods cannot move to another network while the cluster runs. Order another cluster.'),
  clusterCidr: never('cluster_cidr', 'The network of pods is chosen once. Order another cluster.'),
  serviceCidr: never('service_cidr', 'The network of services is chosen once. Order another cluster.'),
  tlsSans: onServers('tls_sans'),
  systemRegistry: onAll('system_registry'),
  mirrors: onAll('registry_mirrors'),
  registries: onAll('registries'),
  proxy: onAll('proxy'),
  podSecurityTemplate: onServers('pod_security_template'),
  networkPolicy: atOnce('network_policy', 'Network policies between projects are added or removed.'),
  authorizedEndpoint: onServers('authorized_endpoint'),
  snapshots: onServers('etcd_snapshots'),
  upgradeStrategy: atOnce(
    'upgrade_strategy',
    'The new value applies to the next change that restarts or replaces machines.',
  ),
  machineGlobalConfig: onAll('machine_global_config'),
  chartValues: atOnce('chart_values', 'Charts of the system are upgraded in the cluster.'),
  additionalManifest: atOnce('additional_manifest', 'The objects are applied in the cluster.'),
  dataDirectory: never('data_directory', 'The directories of Kubernetes are chosen once. Order another cluster.'),
};

/** An entry in the answer of `GET /api/rancher-field-classes/`. */
export type FieldClassRow = FieldRule & { of: 'pool' | 'cluster' };
export const fieldClassRows = (): FieldClassRow[] => [
  ...Object.values(POOL_FIELDS).map((rule) => ({ ...rule, of: 'pool' as const })),
  ...Object.values(CLUSTER_FIELDS).map((rule) => ({ ...rule, of: 'cluster' as const })),
];
