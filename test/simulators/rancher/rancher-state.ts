import { clusterPhase } from './cluster-phase.ts';
import { nodeState } from './node-view.ts';
import type { RancherStore } from './rancher-store.ts';

/** What a user of this Rancher can see, without any secret's or token's value. */
export function rancherState(store: RancherStore): Record<string, unknown> {
  return {
    provisioningClusters: [...store.provisioning.values()].map((cluster) => ({
      id: `${cluster.namespace}/${cluster.name}`,
      clusterName: cluster.managementId ?? null,
      labels: cluster.labels,
      annotations: cluster.annotations,
      spec: cluster.spec,
      deleting: cluster.deletedAt !== undefined,
    })),
    clusters: [...store.clusters.values()].map((cluster) => {
      const provisioning = store.provisioning.get(cluster.provisioningKey);
      const { state, message } = clusterPhase(store, provisioning, cluster);
      return { id: cluster.id, name: cluster.name, state, message };
    }),
    nodes: [...store.nodes.values()].map((node) => ({
      id: node.id,
      clusterId: node.clusterId,
      requestedHostname: node.requestedHostname,
      address: node.address,
      roles: node.roles,
      state: nodeState(node),
      kubernetesVersion: node.kubeletVersion,
    })),
    registrationTokens: [...store.tokens.values()].map(({ id, clusterId }) => ({ id, clusterId })),
    apiTokens: [...store.apiTokens.values()].map(({ id, kind, description, clusterId, ttl }) => ({
      ...{ id, kind, description, clusterId, ttl },
    })),
    secrets: [...store.secrets.values()].map(({ namespace, name, type }) => ({ id: `${namespace}/${name}`, type })),
    roleBindings: [...store.roleBindings.values()].map(({ id, placeId, roleTemplateId, ...subject }) => ({
      ...{ id, placeId, roleTemplateId },
      ...{ groupPrincipalId: subject.groupPrincipalId, userPrincipalId: subject.userPrincipalId },
    })),
    users: [...store.users.values()].map(({ id, username, name, enabled }) => ({ id, username, name, enabled })),
    globalRoleBindings: [...store.globalRoleBindings.values()].map(
      ({ id, globalRoleId, userId, groupPrincipalId }) => ({
        ...{ id, globalRoleId, userId, groupPrincipalId },
      }),
    ),
    projects: [...store.projects.values()].map(({ id, clusterId, name }) => ({ id, clusterId, name })),
    contents: [...store.contents.values()].map(({ clusterId, type, id }) => ({ clusterId, type, id })),
  };
}
