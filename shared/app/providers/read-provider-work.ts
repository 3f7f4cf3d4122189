import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { NamedSlot, ProviderWork, SyncJobState } from '#shared/domain/provider-syncs/provider-work';
import { leaseUuidOf, SYNC_JOBS } from '#shared/domain/provider-syncs/sync-jobs';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { seesSettings } from './list-importable-clusters.ts';

type Deps = { store: Pick<Store, 'settings' | 'clusters' | 'slots' | 'syncJobs'> };

/** What is at work at a provider: the steps that hold its slots, and its sync jobs. Checks in this order: 404, 403. */
export async function readProviderWork(deps: Deps, caller: Caller, uuidText: string): Promise<ProviderWork> {
  const settings = await getVisible(deps.store.settings, 'ServiceSettings', uuidText, seesSettings(caller));
  const { customerUuid } = settings;
  assertPermitted(caller, 'service_settings.see_clusters', customerUuid === undefined ? undefined : { customerUuid });
  const [slots, syncJobs] = await Promise.all([namedSlots(deps, settings), syncJobStates(deps, settings)]);
  return { slots, syncJobs };
}

async function namedSlots({ store }: Deps, { uuid }: ServiceSettings): Promise<NamedSlot[]> {
  const taken = await store.slots.listTaken(uuid);
  return Promise.all(
    taken.map(async (slot) => ({ ...slot, clusterName: (await store.clusters.find(slot.clusterUuid))?.name })),
  );
}

/** Only a Rancher has sync jobs. */
async function syncJobStates({ store }: Deps, { uuid, type }: ServiceSettings): Promise<SyncJobState[]> {
  if (type !== 'Rancher') return [];
  return Promise.all(
    SYNC_JOBS.map(async (job) => {
      const [{ startedAt }, lease] = await Promise.all([
        store.syncJobs.recall(uuid, job),
        store.syncJobs.findLease(leaseUuidOf(job, uuid)),
      ]);
      return { job, startedAt, heldUntil: lease?.job === job ? lease.heldUntil : undefined };
    }),
  );
}
