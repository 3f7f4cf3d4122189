import type { ManagementCluster, ProvisioningCluster, RancherNode } from './rancher-objects.ts';

/** Rancher's own words while a cluster has not one node of each role. */
export const WAITING_FOR_ROLES = 'waiting for at least one control plane, etcd, and worker node to be registered';

export interface ClusterPhase {
  state: 'pending' | 'updating' | 'provisioning' | 'active' | 'removing';
  transitioning: boolean;
  message: string;
}

/** What Rancher's planner asks for before it does anything at all: one node of each role. */
export function isSane(nodes: RancherNode[]): boolean {
  const has = (role: keyof RancherNode['roles']) => nodes.some(({ roles }) => roles[role]);
  return has('etcd') && has('controlPlane') && has('worker');
}

/** How far a cluster is, from what exists of it; `cluster` is undefined until Rancher has named it. */
export function clusterPhase(
  provisioning: ProvisioningCluster | undefined,
  cluster: ManagementCluster | undefined,
  nodes: RancherNode[],
): ClusterPhase {
  if (provisioning?.deletedAt) return { state: 'removing', transitioning: true, message: '' };
  if (!cluster) return { state: 'pending', transitioning: true, message: '' };
  if (cluster.active) return { state: 'active', transitioning: false, message: 'Resource is Ready' };
  if (!isSane(nodes)) return { state: 'updating', transitioning: true, message: WAITING_FOR_ROLES };
  const waiting = nodes.filter((node) => node.phase !== 'active').map((node) => node.machineName);
  return {
    state: 'provisioning',
    transitioning: true,
    message: `configuring bootstrap node(s) ${waiting.join(',')}: waiting for agent to check in and apply initial plan`,
  };
}
