import { derivedUuid } from '../_core/identifier.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { gapsToClose } from '../nodes/missing-nodes.ts';
import { type Node, newNode } from '../nodes/node.ts';
import type { ClusterObservation } from '../nodes/observe-nodes.ts';
import { type NodeSpec, rolesOf } from '../planning/node-spec.ts';
import type { RancherRole } from '../planning/rancher-role.ts';

/** A node with control plane or etcd is a server. All other nodes are agents (docs/spec/nodes.md#roles). */
const roleOf = (roles: readonly RancherRole[]) =>
  roles.some((role) => role === 'etcd' || role === 'controlplane') ? ('server' as const) : ('agent' as const);

/** The spec of a node whose machine is unknown. The node is not charged until it is linked to a machine. */
function specOf({ tenantUuid }: Cluster, name: string, roles: readonly RancherRole[]): NodeSpec {
  const role = roleOf(roles);
  const isUsual = roles.length === 0 || isSameValue([...roles].sort(), [...rolesOf({ role })].sort());
  return {
    ...{ name, role, ...(!isUsual && { roles: [...roles] }), tenantUuid },
    ...{ flavorId: '', flavorName: '', vcpus: 0, ramMb: 0, imageId: '', subnetId: '', networkId: '' },
    ...{ securityGroupIds: [], systemVolumeSizeMb: 0, dataVolumes: [] },
  };
}

/**
 * The key from which a node's uuid is derived: Rancher's id of the node. Until the kubelet has joined, Rancher has no
 * node, so the key contains the machine's name.
 */
const keyOf = (id: string, machineName = ''): string =>
  id === '' ? `rancher-machine/${machineName}` : `rancher-node/${id}`;

/**
 * Records for nodes that Rancher has and Paddock does not know. Somebody has joined the machines of these nodes without
 * Paddock (docs/spec/nodes.md#pull). The uuid of a node is derived, so the uuid is the same each time the node is
 * found.
 * @param names names of other clusters' nodes
 */
export function foundNodes(
  cluster: Cluster,
  nodes: readonly Node[],
  { rancherNodes }: ClusterObservation,
  names: ReadonlySet<string>,
  now: Date,
): Node[] {
  const known = new Set([
    ...nodes.map(({ spec }) => spec.name),
    ...gapsToClose(cluster).map(({ name }) => name),
    ...names,
  ]);
  const unknown = rancherNodes.filter(
    ({ hostname, state }) => hostname !== '' && state !== 'removing' && !known.has(hostname),
  );
  return unknown.map(({ id, machine, hostname, state, facts, roles }) => ({
    ...newNode(cluster, specOf(cluster, hostname, roles), derivedUuid(cluster.uuid, keyOf(id, machine?.name)), now),
    ...{ state: 'OK', runtimeState: state, backendId: id, facts },
  }));
}
