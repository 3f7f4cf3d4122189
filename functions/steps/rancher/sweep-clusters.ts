import { steps } from '#shared/contracts/steps';
import { rancherLabels } from '#shared/domain/naming';
import { DeletionBlocked } from '#shared/errors';
import { onProvider } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type RancherDeps, rancherOf } from './rancher-deps.ts';
import { labelled } from './remove-labelled.ts';

/** Design decision 11: a delete is complete or names what blocks it. */
export const sweepClusters = onProvider(steps.rancher.sweepClusters, async (deps: RancherDeps, input, cluster) => {
  const rancher = await rancherOf(deps, cluster);
  const { clusters, registrySecrets } = await labelled(rancher, rancherLabels(cluster.uuid));
  const left = [
    ...clusters.map(({ name, message }) => `cluster ${name}${message && ` (${message})`}`),
    ...registrySecrets.map((name) => `registry secret ${name}`),
  ];
  if (left.length > 0) throw new DeletionBlocked(`${input.late ?? ''}Still in Rancher: ${left.join(', ')}.`);
  await note(deps, input, { step: 'sweep-rancher', message: 'Nothing is left in Rancher' });
  return {};
});
