import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { steps } from '#shared/contracts/steps';

export const listTenants = implement(steps.records.listTenants, async ({ store }: RecordsDeps, _target, cluster) => {
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  return { tenants: tenants.map(({ uuid }) => uuid) };
});
