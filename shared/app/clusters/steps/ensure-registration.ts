import { onProvider } from '#shared/app/_core/steps/implement';
import { nodeNameOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { credentialOwner } from '#shared/domain/nodes/machine-credential';
import { Misconfigured } from '#shared/errors';
import { ensureToken, keepRegistration } from './registration-token.ts';

/**
 * Creates a registration token for a node that is added to the cluster. The cluster's first token was deleted after the
 * cluster was created.
 */
export const ensureRegistration = onProvider(
  steps.rancher.ensureRegistration,
  async (deps: RancherDeps, target, cluster) => {
    if (cluster.backendId === '') throw new Misconfigured(`Cluster ${cluster.name} is not in Rancher.`);
    const rancher = await rancherOf(deps, cluster);
    const owner = credentialOwner(cluster, target.operationUuid);
    const { token } = await ensureToken(rancher, cluster, owner);
    if (token === '') return { ready: false };
    await keepRegistration(deps, rancher, owner, token);
    const message = 'The machine has a registration token of its own';
    await note(deps, target, { step: 'registration', message, nodeName: nodeNameOfOperation(cluster, target) });
    return { ready: true };
  },
);
