import type { ProviderSlot } from '../providers/provider-slot.ts';
import type { SyncJob } from './sync-jobs.ts';

/** A slot with the name of its cluster. The name is undefined if the cluster no longer exists. */
export type NamedSlot = ProviderSlot & { clusterName: string | undefined };
/** `startedAt`: when the last complete run began. `heldUntil`: set only while a run is active. */
export type SyncJobState = { job: SyncJob; startedAt: string | undefined; heldUntil: string | undefined };
/** The steps and sync jobs that are active at a provider. */
export type ProviderWork = { slots: NamedSlot[]; syncJobs: SyncJobState[] };
