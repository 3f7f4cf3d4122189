import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { machinesOf, type RancherStore } from '../_core/rancher-store.ts';
import { isSane } from '../machines/machine-objects.ts';
import { operationMessage } from '../operations/planner-operation.ts';
import { plannerMessage } from './planner-message.ts';
import { registryProblem } from './registries/registry-problem.ts';
import { rotationMessage } from './rotation-message.ts';

/**
 * The planner's progress with a cluster's machines. `stuck` means that the planner cannot go on until somebody acts.
 */
export type Plan = { kind: 'waiting' | 'stuck'; message: string } | { kind: 'done' };

/** The planner's message about a cluster with ready infrastructure, derived from the cluster's machines. */
export function planOf(store: RancherStore, cluster: ManagementCluster, provisioning: ProvisioningCluster): Plan {
  const machines = machinesOf(store, cluster.id);
  const problem = isSane(machines) ? registryProblem(store, provisioning) : undefined;
  if (problem) return { kind: 'stuck', message: problem };
  const message =
    operationMessage(provisioning) ??
    rotationMessage(store, provisioning) ??
    plannerMessage({ machines, spec: provisioning.spec, isActive: cluster.active });
  return message === undefined ? { kind: 'done' } : { kind: 'waiting', message };
}
