import { managementSummary } from '../clusters/cluster-conditions.ts';
import { contentKey } from '../contents/content-shelf.ts';
import { isInitialized, type RancherMachine } from '../machines/machine-objects.ts';
import { machineState } from '../machines/machine-view.ts';
import { isNodeReady, nodeFacts } from '../machines/node-facts.ts';
import { isShownUnschedulable, nodeState, rolesIn } from '../machines/node-view.ts';
import { idOf } from '../pools/pool-objects.ts';
import type { RancherNode } from './rancher-objects.ts';
import { machinesOf, type RancherStore } from './rancher-store.ts';

/** The state of the simulated Rancher, without the values of secrets and tokens. */
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
      const { name: state, message } = managementSummary(cluster);
      return { id: cluster.id, name: cluster.name, state, message };
    }),
    machines: [...store.machines.values()].map((machine) => machineRow(store, machine)),
    machineConfigs: [...store.machineConfigs.keys()].map((id) => ({ id })),
    machineDeployments: [...store.machineDeployments].map(([id, { spec }]) => ({ id, replicas: spec.replicas })),
    machineSets: [...store.machineSets].map(([id, { spec }]) => ({ id, replicas: spec.replicas })),
    poolObjects: [...store.poolObjects.values()].map((object) => ({ type: object.kind.type, id: idOf(object) })),
    nodes: [...store.nodes.values()].map((node) => nodeRow(store, node)),
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

function machineRow(store: RancherStore, machine: RancherMachine) {
  const { namespace, name, clusterId, hostname, address, roles, kubeletVersion, pool } = machine;
  const state = machineState(machine, isInitialized(machinesOf(store, clusterId)));
  return {
    ...{ id: `${namespace}/${name}`, clusterId, requestedHostname: hostname, address, roles },
    ...{ state: state.name, message: state.message, kubernetesVersion: kubeletVersion },
    ...(pool && { pool: pool.pool, infrastructure: pool.infrastructure }),
  };
}

function nodeRow(store: RancherStore, node: RancherNode) {
  const { id, clusterId, nodeName } = node;
  const object = store.contents.get(contentKey(clusterId, 'node', nodeName));
  const { address, kubeletVersion } = nodeFacts(object);
  return {
    ...{ id, clusterId, requestedHostname: nodeName, address, roles: rolesIn(object?.labels ?? {}) },
    state: nodeState({
      drain: node.drain,
      unschedulable: isShownUnschedulable(node, object),
      isReady: isNodeReady(object),
    }),
    ...{ kubernetesVersion: kubeletVersion, machineName: object?.labels['plan.cattle.io/machine-name'] ?? '' },
  };
}
