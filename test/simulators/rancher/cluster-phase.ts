import { isSane } from './machine-objects.ts';
import { plannerMessage } from './planner-message.ts';
import type { ManagementCluster, ProvisioningCluster } from './rancher-objects.ts';
import { machinesOf, type RancherStore } from './rancher-store.ts';
import { registryProblem } from './registry-problem.ts';

export interface ClusterPhase {
  state: 'pending' | 'updating' | 'active' | 'removing';
  transitioning: boolean;
  /** Not only waiting: something has to be mended first. */
  error: boolean;
  message: string;
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
  const machines = machinesOf(store, cluster.id);
  const problem = isSane(machines) ? registryProblem(store, provisioning) : undefined;
  if (problem) return { state: 'updating', transitioning: false, error: true, message: problem };
  const message = plannerMessage({ machines, spec: provisioning?.spec, isActive: cluster.active });
  if (message !== undefined) return { ...waits, state: 'updating', message };
  return { state: 'active', transitioning: false, error: false, message: 'Resource is Ready' };
}

/** The same as a Kubernetes condition. */
export function conditionOf({ state, error, message }: ClusterPhase) {
  if (state === 'active') return { status: 'True' };
  return error ? { status: 'False', reason: 'Error', message } : { status: 'Unknown', reason: 'Waiting', message };
}
