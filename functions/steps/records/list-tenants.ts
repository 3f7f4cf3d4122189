import { steps } from '#shared/contracts/steps';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

export const listTenants = implement(steps.records.listTenants, async ({ store }: RecordsDeps, _target, cluster) => {
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  return { tenants: tenants.map(({ uuid }) => uuid) };
});
