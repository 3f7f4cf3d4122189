import type { ProviderSlot } from '../providers/provider-slot.ts';
import type { SyncJob } from './sync-jobs.ts';

/** A slot with the name of its cluster. The name is undefined if the cluster was deleted meanwhile. */
export type NamedSlot = ProviderSlot & { clusterName: string | undefined };
/** `startedAt`: when the last complete run began. `heldUntil`: set while a run is at work. */
export type SyncJobState = { job: SyncJob; startedAt: string | undefined; heldUntil: string | undefined };
/** What is at work at a provider. */
export type ProviderWork = { slots: NamedSlot[]; syncJobs: SyncJobState[] };
