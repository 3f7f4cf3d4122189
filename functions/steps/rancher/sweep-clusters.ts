import { steps } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/cluster';
import { isKubeconfigTokenOf } from '#shared/domain/naming';
import { DeletionBlocked } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type RancherDeps, rancherOf } from './rancher-deps.ts';
import { ownedIn } from './remove-owned.ts';

/** API keys of kubeconfigs open nothing once their cluster is gone; Rancher would keep them until their time is over. */
async function removeKubeconfigTokens(rancher: Rancher, { uuid, backendId }: Cluster): Promise<void> {
  if (backendId === '') return;
  const keys = await rancher.listClusterTokens(backendId);
  const ours = keys.filter(({ description }) => isKubeconfigTokenOf(uuid, description));
  await Promise.all(ours.map(({ id }) => rancher.deleteClusterToken(id)));
}

/** Design decision 11: a delete is complete or names what blocks it. */
export const sweepClusters = onProvider(steps.rancher.sweepClusters, async (deps: RancherDeps, input, cluster) => {
  const rancher = await rancherOf(deps, cluster);
  const { clusters, management, registrySecrets } = await ownedIn(rancher, cluster);
  const left = [
    ...clusters.map(({ name, message }) => `cluster ${name}${message && ` (${message})`}`),
    ...management.map(({ id, message }) => `management cluster ${id}${message && ` (${message})`}`),
    ...registrySecrets.map((name) => `registry secret ${name}`),
  ];
  await removeKubeconfigTokens(rancher, cluster);
  if (left.length > 0) throw new DeletionBlocked(`${input.late ?? ''}Still in Rancher: ${left.join(', ')}.`);
  await note(deps, input, { step: 'sweep-rancher', message: 'Nothing is left in Rancher' });
  return {};
});
