import type { Caller } from '#shared/domain/organizations/caller';
import type { NamedSlot, ProviderWork, SyncJobState } from '#shared/domain/provider-syncs/provider-work';
import { leaseUuidOf, SYNC_JOBS } from '#shared/domain/provider-syncs/sync-jobs';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import type { Store } from '#shared/ports/store';
import { getProviderOfClusters } from './list-importable-clusters.ts';

type Deps = { store: Pick<Store, 'settings' | 'clusters' | 'slots' | 'syncJobs'> };

/**
 * Returns the current work at a provider: the steps that hold its slots, and its sync jobs. Checks for errors in this
 * order: 404, 403.
 */
export async function readProviderWork(deps: Deps, caller: Caller, uuidText: string): Promise<ProviderWork> {
  const settings = await getProviderOfClusters(deps.store, caller, uuidText);
  const [slots, syncJobs] = await Promise.all([namedSlots(deps, settings), syncJobStates(deps, settings)]);
  return { slots, syncJobs };
}

async function namedSlots({ store }: Deps, { uuid }: ServiceSettings): Promise<NamedSlot[]> {
  const taken = await store.slots.listTaken(uuid);
  return Promise.all(
    taken.map(async (slot) => ({ ...slot, clusterName: (await store.clusters.find(slot.clusterUuid))?.name })),
  );
}

/** Only a Rancher has sync jobs. Many jobs share a lease, so each lease is read once. */
async function syncJobStates({ store }: Deps, { uuid, type }: ServiceSettings): Promise<SyncJobState[]> {
  if (type !== 'Rancher') return [];
  const leaseUuids = [...new Set(SYNC_JOBS.map((job) => leaseUuidOf(job, uuid)))];
  const [leases, memories] = await Promise.all([
    Promise.all(leaseUuids.map((leaseUuid) => store.syncJobs.findLease(leaseUuid))),
    Promise.all(SYNC_JOBS.map(async (job) => ({ job, ...(await store.syncJobs.recall(uuid, job)) }))),
  ]);
  return memories.map(({ job, startedAt }) => ({
    ...{ job, startedAt },
    heldUntil: leases.find((lease) => lease?.job === job)?.heldUntil,
  }));
}
