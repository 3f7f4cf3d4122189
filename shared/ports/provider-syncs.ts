import type { Uuid } from '#shared/domain/_core/identifier';
import type { SyncJob, SyncLease, SyncMemory } from '#shared/domain/cluster-access/provider-syncs';

export interface ProviderSyncRepository {
  /** Takes the lease on the provider. False when another run holds a lease that has not expired. */
  begin(lease: SyncLease): Promise<boolean>;
  /** The current lease. Strongly consistent. */
  findLease(settingsUuid: Uuid): Promise<SyncLease | undefined>;
  /** Gives the lease back, unless it has expired. */
  end(lease: SyncLease): Promise<void>;
  /** What the last run of this job remembered. Empty before the first run. Strongly consistent. */
  recall(settingsUuid: Uuid, job: SyncJob): Promise<SyncMemory>;
  /** Only the holder of the lease may write it. */
  remember(settingsUuid: Uuid, job: SyncJob, memory: SyncMemory): Promise<void>;
}
