import { steps } from '#shared/contracts/steps';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

export const listNodes = implement(steps.records.listNodes, async ({ store }: RecordsDeps, target) => {
  await currentCluster(store, target);
  const nodes = await store.nodes.listByCluster(target.clusterUuid);
  return { nodes: nodes.map((node) => node.uuid) };
});
