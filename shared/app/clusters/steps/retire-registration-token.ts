import { onProvider } from '#shared/app/_core/steps/implement';
import { nodeNameOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { secretName } from '#shared/domain/_core/secret-name';
import { credentialOwner } from '#shared/domain/nodes/machine-credential';
import { tokensOf } from './registration-token.ts';

/**
 * Deletes the registration token with which the machines have joined, so that nobody else can use it
 * (docs/spec/design.md#secrets). A node that is added later gets a new token.
 */
export const retireRegistrationToken = onProvider(
  steps.rancher.retireRegistrationToken,
  async (deps: RancherDeps, target, cluster) => {
    const { secrets, stage } = deps;
    const rancher = await rancherOf(deps, cluster);
    const owner = credentialOwner(cluster, target.operationUuid);
    const ours = await tokensOf(rancher, cluster, owner);
    for (const token of ours) await rancher.deleteRegistrationToken(token.id);
    await secrets.remove(secretName(stage, 'registration', owner.uuid));
    const message = 'The registration token is deleted: no machine can join the cluster with it';
    await note(deps, target, { step: 'token', message, nodeName: nodeNameOfOperation(cluster, target) });
    return {};
  },
);
