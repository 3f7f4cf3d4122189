import { builtinRoles } from './builtin-roles.ts';
import { builtinGlobalRoleBindings, builtinUsers } from './builtin-users.ts';
import type {
  ApiToken,
  ContentObject,
  GlobalRoleBinding,
  ManagementCluster,
  ProvisioningCluster,
  RancherNode,
  RancherProject,
  RancherSecret,
  RancherUser,
  RegistrationToken,
  RoleBinding,
  RoleTemplate,
} from './rancher-objects.ts';

/** Everything one Rancher holds, by the id its API uses (`namespace/name` for what `/v1` serves). */
export interface RancherStore {
  provisioning: Map<string, ProvisioningCluster>;
  clusters: Map<string, ManagementCluster>;
  nodes: Map<string, RancherNode>;
  tokens: Map<string, RegistrationToken>;
  apiTokens: Map<string, ApiToken>;
  projects: Map<string, RancherProject>;
  /** By cluster, type and id, with blanks between. */
  contents: Map<string, ContentObject>;
  secrets: Map<string, RancherSecret>;
  roleTemplates: Map<string, RoleTemplate>;
  roleBindings: Map<string, RoleBinding>;
  users: Map<string, RancherUser>;
  globalRoleBindings: Map<string, GlobalRoleBinding>;
}

export function rancherStore(): RancherStore {
  return {
    provisioning: new Map(),
    clusters: new Map(),
    nodes: new Map(),
    tokens: new Map(),
    apiTokens: new Map(),
    projects: new Map(),
    contents: new Map(),
    secrets: new Map(),
    roleTemplates: builtinRoles(),
    roleBindings: new Map(),
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

/** A cluster's nodes in the order in which they registered. */
export function nodesOf(store: RancherStore, clusterId: string): RancherNode[] {
  return [...store.nodes.values()].filter((node) => node.clusterId === clusterId);
}

/** Removes what lives inside a cluster, as deleting its namespace does. */
export function forgetCluster(store: RancherStore, clusterId: string): void {
  for (const kind of [store.nodes, store.tokens, store.projects, store.contents]) {
    for (const [id, object] of kind) if (object.clusterId === clusterId) kind.delete(id);
  }
  const isInside = ({ placeId }: RoleBinding) => placeId === clusterId || placeId.startsWith(`${clusterId}:`);
  for (const [id, binding] of store.roleBindings) if (isInside(binding)) store.roleBindings.delete(id);
  store.clusters.delete(clusterId);
}
