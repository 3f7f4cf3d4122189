import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { type StepContract, steps } from '#shared/contracts/steps';
import { sweepAndFinish, whenAlone } from '../_blocks/deletion.ts';
import { TARGET, type Target } from '../_blocks/flow.ts';
import { forEachNode } from '../_blocks/for-each.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import { whenProviderHas } from '../_blocks/when-provider-has.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Deletes a cluster. An object is deleted before the objects that it
 * needs: first machines, then ports and volumes of machines, credentials, and the cluster in Rancher. After that,
 * sweeps prove that nothing is left (docs/spec/design.md#deletion-is-complete). Finally, the tenants of a managed
 * cluster are deleted. The deletion works from any unfinished state, because a step succeeds if it has nothing to do.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const sweeps = sweepAndFinish(flow);
  // If objects are not gone in time, the sweep still runs. The sweep fails with a message that names the remaining
  // objects.
  const until = (id: string, contract: GoneContract, { what, seconds }: Late, next: IChainable) => {
    const deadline = {
      afterSeconds: seconds,
      overdue: sweeps,
      late: `After ${seconds} s, not all was deleted (${what}). `,
    };
    return pollUntil(flow, id, contract, TARGET, 'gone', { deadline, next });
  };

  const { checkServersGone, deleteLeftovers, deleteServer } = steps.openstack;
  const { serversGone, leftoversGone, clusterGone } = parts.deadlines;
  const late = { what: 'cluster in Rancher', seconds: clusterGone };
  const rancher = until('DeleteCluster', steps.rancher.deleteCluster, late, sweeps);
  const deleteCredentials = runStep(flow, 'DeleteVaultCredentials', steps.vault.deleteCredentials, TARGET);
  const unregisterStep = runStep(flow, 'UnregisterFromArgocd', steps.argocd.unregisterCluster, TARGET);
  const deleteGroups = runStep(flow, 'DeleteKeycloakGroups', steps.keycloak.deleteGroups, TARGET);
  const closed = whenProviderHas(flow, 'keycloak', deleteGroups, rancher);
  const unregister = whenProviderHas(
    flow,
    'argocd',
    unregisterStep,
    whenProviderHas(flow, 'vault', deleteCredentials, closed),
  );
  const lateLeftovers = { what: 'ports and volumes', seconds: leftoversGone };
  const leftovers = until('DeleteLeftovers', deleteLeftovers, lateLeftovers, unregister);
  const servers = until('CheckServersGone', checkServersGone, { what: 'servers', seconds: serversGone }, leftovers);
  return whenAlone(flow, serversGone, forEachNode(flow, 'DeleteServer', '$nodes', deleteServer, servers));
}

export const deleteCluster: Machine = { name: 'delete-cluster', define };

type GoneContract = StepContract<Target, { gone: boolean }>;
type Late = { what: string; seconds: number };
