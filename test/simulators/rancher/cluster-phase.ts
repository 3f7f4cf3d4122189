import { rollMessage } from './node-releases.ts';
import type { ManagementCluster, ProvisioningCluster, RancherNode } from './rancher-objects.ts';
import { nodesOf, type RancherStore } from './rancher-store.ts';
import { registryProblem } from './registry-problem.ts';

/** Rancher's own words while a cluster has not one node of each role. */
export const WAITING_FOR_ROLES = 'waiting for at least one control plane, etcd, and worker node to be registered';

export interface ClusterPhase {
  state: 'pending' | 'updating' | 'provisioning' | 'active' | 'removing';
  transitioning: boolean;
  /** Not only waiting: something has to be mended first. */
  error: boolean;
  message: string;
}

/** What Rancher's planner asks for before it does anything at all: one node of each role. */
export function isSane(nodes: RancherNode[]): boolean {
  const has = (role: keyof RancherNode['roles']) => nodes.some(({ roles }) => roles[role]);
  return has('etcd') && has('controlPlane') && has('worker');
}

/** How far a cluster is, from what exists of it; `cluster` is undefined until Rancher has named it. */
export function clusterPhase(
  store: RancherStore,
  provisioning: ProvisioningCluster | undefined,
  cluster: ManagementCluster | undefined,
): ClusterPhase {
  const waits = { transitioning: true, error: false, message: '' };
  if (provisioning?.deletedAt) return { ...waits, state: 'removing' };
  if (!cluster) return { ...waits, state: 'pending' };
  const nodes = nodesOf(store, cluster.id);
  const problem = isSane(nodes) ? registryProblem(store, provisioning) : undefined;
  if (problem) return { state: 'updating', transitioning: false, error: true, message: problem };
  const rolling = cluster.active ? rollMessage(nodes, provisioning?.spec) : undefined;
  if (rolling !== undefined) return { ...waits, state: 'updating', message: rolling };
  if (cluster.active) return { state: 'active', transitioning: false, error: false, message: 'Resource is Ready' };
  if (!isSane(nodes)) return { ...waits, state: 'updating', message: WAITING_FOR_ROLES };
  const waiting = nodes.filter((node) => node.phase !== 'active').map((node) => node.machineName);
  return {
    ...waits,
    state: 'provisioning',
    message: `configuring bootstrap node(s) ${waiting.join(',')}: waiting for agent to check in and apply initial plan`,
  };
}

/** The same as a Kubernetes condition. */
export function conditionOf({ state, error, message }: ClusterPhase) {
  if (state === 'active') return { status: 'True' };
  return error ? { status: 'False', reason: 'Error', message } : { status: 'Unknown', reason: 'Waiting', message };
}
