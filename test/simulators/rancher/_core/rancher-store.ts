import { builtinGlobalRoleBindings, builtinUsers } from '../identity/builtin-users.ts';
import type { RancherMachine } from '../machines/machine-objects.ts';
import type { MachineConfig, MachineDeployment, MachineSet, PoolObject } from '../pools/pool-objects.ts';
import { builtinRoles } from '../roles/builtin-roles.ts';
import type { ApiToken, RancherUser } from './identity-objects.ts';
import type {
  ClusterNamespace,
  ContentObject,
  GlobalRoleBinding,
  ManagementCluster,
  ProvisioningCluster,
  RancherNode,
  RancherProject,
  RancherSecret,
  RegistrationToken,
  RoleBinding,
  RoleTemplate,
} from './rancher-objects.ts';
import { RecentMap } from './recent-map.ts';

/** Everything that one Rancher holds, in maps by API id. The id is `namespace/name` for objects of `/v1`. */
export interface RancherStore {
  provisioning: Map<string, ProvisioningCluster>;
  clusters: Map<string, ManagementCluster>;
  /** Each key is the cluster and the name, with a blank between. */
  machines: Map<string, RancherMachine>;
  machineConfigs: Map<string, MachineConfig>;
  machineDeployments: Map<string, MachineDeployment>;
  machineSets: Map<string, MachineSet>;
  /** Other objects of pools. Each key is the type and the id, with a blank between. */
  poolObjects: Map<string, PoolObject>;
  clusterNamespaces: Map<string, ClusterNamespace>;
  nodes: Map<string, RancherNode>;
  tokens: Map<string, RegistrationToken>;
  apiTokens: Map<string, ApiToken>;
  projects: Map<string, RancherProject>;
  /** Each key is the cluster, the type and the id, with blanks between. */
  contents: Map<string, ContentObject>;
  secrets: Map<string, RancherSecret>;
  roleTemplates: Map<string, RoleTemplate>;
  roleBindings: RecentMap<RoleBinding>;
  users: Map<string, RancherUser>;
  globalRoleBindings: Map<string, GlobalRoleBinding>;
}

/**
 * @param now returns the time in milliseconds. The store needs it for lists from a cache, which leave out the latest
 * changes
 */
export function rancherStore(now: () => number): RancherStore {
  return {
    provisioning: new RecentMap(now),
    clusters: new RecentMap(now),
    machines: new RecentMap(now),
    machineConfigs: new RecentMap(now),
    machineDeployments: new RecentMap(now),
    machineSets: new RecentMap(now),
    poolObjects: new RecentMap(now),
    clusterNamespaces: new RecentMap(now),
    nodes: new RecentMap(now),
    tokens: new RecentMap(now),
    apiTokens: new RecentMap(now),
    projects: new RecentMap(now),
    contents: new RecentMap(now),
    secrets: new RecentMap(now),
    roleTemplates: builtinRoles(),
    roleBindings: new RecentMap(now),
    users: builtinUsers(),
    globalRoleBindings: builtinGlobalRoleBindings(),
  };
}

export function emptyStore(store: RancherStore): void {
  for (const kind of Object.values(store)) kind.clear();
  for (const [id, role] of builtinRoles()) store.roleTemplates.set(id, role);
  for (const [id, user] of builtinUsers()) store.users.set(id, user);
  for (const [id, binding] of builtinGlobalRoleBindings()) store.globalRoleBindings.set(id, binding);
}

/** Whether the agent of the cluster is connected. Only then do Rancher's controllers work on the cluster's contents. */
export function isConnected({ clusters }: RancherStore, clusterId: string): boolean {
  const cluster = clusters.get(clusterId);
  return cluster?.active === true && !cluster.isCutOff;
}

/** Whether objects of the cluster can be created. A new cluster gets its namespace only a moment after its id. */
export const hasNamespace = ({ clusters, clusterNamespaces }: RancherStore, clusterId: string): boolean =>
  clusters.has(clusterId) && clusterNamespaces.has(clusterId);

/** A cluster's machines in the order in which they registered. */
export function machinesOf(store: RancherStore, clusterId: string): RancherMachine[] {
  return [...store.machines.values()].filter((machine) => machine.clusterId === clusterId);
}

export const machineKey = ({ clusterId, name }: RancherMachine): string => `${clusterId} ${name}`;

/** A cluster's v3 nodes in the order in which they were made. */
export function nodesOf(store: RancherStore, clusterId: string): RancherNode[] {
  return [...store.nodes.values()].filter((node) => node.clusterId === clusterId);
}
