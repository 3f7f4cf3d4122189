import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { areGlobalCatalogsDue } from '#shared/domain/cluster-contents/apps/global-catalog';
import { isRemoteJob, type SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import type { SyncDeps } from './sync-job.ts';

const AT_A_TIME = 8;

type Deps = Pick<SyncDeps, 'store' | 'clock'>;
/** Jobs that run for every provider, even without Keycloak, because every provider has clusters and kubeconfigs. */
const EVERYWHERE: readonly SyncJob[] = [
  'sync_rancher_roles',
  'sync_importable_clusters',
  'sync_rancher_users',
  'end_cluster_access',
  'sync_project_usages',
];

/**
 * Lists the providers for which the job has something to do. A provider without Keycloak needs only the jobs that work
 * in Rancher alone.
 */
export async function listProviders({ store, clock }: Deps, job: SyncJob): Promise<Uuid[]> {
  if (job === 'sync_global_catalogs') return withDueCatalogs({ store, clock });
  const { items } = await store.settings.list({ visibility: 'all' }, WHOLE_LIST, ({ type }) => type === 'Rancher');
  const providers = items.filter((it): it is RancherSettings => it.type === 'Rancher');
  if (isRemoteJob(job)) return providers.filter(({ options }) => options.waldur).map(({ uuid }) => uuid);
  if (EVERYWHERE.includes(job)) return providers.map(({ uuid }) => uuid);
  const withKeycloak = providers.filter(({ options }) => options.keycloak).map(({ uuid }) => uuid);
  if (job !== 'sync_keycloak_users') return withKeycloak;
  const isWaiting = await pMap(withKeycloak, (uuid) => hasWaiting(store, uuid), { concurrency: AT_A_TIME });
  return withKeycloak.filter((_, index) => isWaiting[index]);
}

/** Lists providers with global catalogs that were changed, or that were not compared with the clusters for an hour. */
async function withDueCatalogs({ store, clock }: Deps): Promise<Uuid[]> {
  const { items } = await store.globalCatalogs.list({ visibility: 'all' }, WHOLE_LIST);
  const byProvider = [...Map.groupBy(items, ({ settingsUuid }) => settingsUuid)];
  const isDue = async ([uuid, catalogs]: (typeof byProvider)[number]) =>
    areGlobalCatalogsDue(catalogs, await store.syncJobs.recall(uuid, 'sync_global_catalogs'), clock.now());
  const due = await pMap(byProvider, isDue, { concurrency: AT_A_TIME });
  return byProvider.flatMap(([uuid], index) => (due[index] ? [uuid] : []));
}

/**
 * Whether a membership waits until its user has signed in at Keycloak. The check is made every minute, so it must be a
 * single query.
 */
const hasWaiting = async (store: Store, settingsUuid: Uuid): Promise<boolean> =>
  (await store.keycloakMemberships.listUnreconciled(settingsUuid)).length > 0;
