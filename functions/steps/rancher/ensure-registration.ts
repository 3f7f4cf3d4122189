import { steps } from '#shared/contracts/steps';
import { credentialOwner } from '#shared/domain/birth-credential';
import { Misconfigured } from '#shared/errors';
import { onProvider } from '../_step/implement.ts';
import { nodeNameInHand } from '../_step/nodes-in-hand.ts';
import { note } from '../_step/timeline.ts';
import { type RancherDeps, rancherOf } from './rancher-deps.ts';
import { ensureToken, keepRegistration } from './registration-token.ts';

/** The token that the creation's machines had is gone since: a node that is added has one of its own. */
export const ensureRegistration = onProvider(
  steps.rancher.ensureRegistration,
  async (deps: RancherDeps, target, cluster) => {
    if (cluster.backendId === '') throw new Misconfigured(`cluster ${cluster.name} is not in Rancher`);
    const rancher = await rancherOf(deps, cluster);
    const owner = credentialOwner(cluster, target.operationUuid);
    const { token } = await ensureToken(rancher, cluster, owner);
    if (token === '') return { ready: false };
    await keepRegistration(deps, rancher, owner, token);
    const message = 'The machine has a registration token of its own';
    await note(deps, target, { step: 'registration', message, nodeName: nodeNameInHand(cluster, target) });
    return { ready: true };
  },
);
