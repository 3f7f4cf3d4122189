import { steps } from '#shared/contracts/steps';
import { rancherLabels } from '#shared/domain/naming';
import { secretName } from '#shared/domain/secret-name';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type RancherDeps, rancherOf } from './rancher-deps.ts';

/**
 * The token was in every machine's user data: from here on it opens nothing (design decision 12). A node that is added
 * later gets a fresh one.
 */
export const retireRegistrationToken = onProvider(
  steps.rancher.retireRegistrationToken,
  async (deps: RancherDeps, target, cluster) => {
    const { secrets, stage } = deps;
    const rancher = await rancherOf(deps, cluster);
    const labels = Object.entries(rancherLabels(cluster.uuid));
    const tokens = await rancher.listRegistrationTokens(cluster.backendId);
    const ours = tokens.filter((token) => labels.every(([key, value]) => token.labels[key] === value));
    for (const token of ours) await rancher.deleteRegistrationToken(token.id);
    await secrets.remove(secretName(stage, 'registration', cluster.uuid));
    await note(deps, target, { step: 'token', message: 'The registration token no longer opens the cluster' });
    return {};
  },
);
