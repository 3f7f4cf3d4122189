import type { Uuid } from '#shared/domain/_core/identifier';
import type { SyncJob, SyncLease, SyncMemory } from '#shared/domain/cluster-access/provider-syncs';

export interface ProviderSyncRepository {
  /** True for who may pass over the provider now; nobody else may until it is given back, or has run out. */
  begin(lease: SyncLease): Promise<boolean>;
  /** Who is passing over it; strongly consistent. */
  findLease(settingsUuid: Uuid): Promise<SyncLease | undefined>;
  /** Gives back what has not run out. */
  end(lease: SyncLease): Promise<void>;
  /** What the last pass of this job has left; an empty one before the first. Strongly consistent. */
  recall(settingsUuid: Uuid, job: SyncJob): Promise<SyncMemory>;
  /** Written by who holds the lease only. */
  remember(settingsUuid: Uuid, job: SyncJob, memory: SyncMemory): Promise<void>;
}
