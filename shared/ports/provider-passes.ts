import type { Uuid } from '#shared/domain/_core/identifier';
import type { PassJob, PassLease, PassMemory } from '#shared/domain/cluster-access/provider-passes';

export interface ProviderPassRepository {
  /** True for who may pass over the provider now; nobody else may until it is given back, or has run out. */
  begin(lease: PassLease): Promise<boolean>;
  /** Who is passing over it; strongly consistent. */
  findLease(settingsUuid: Uuid): Promise<PassLease | undefined>;
  /** Gives back what has not run out. */
  end(lease: PassLease): Promise<void>;
  /** What the last pass of this job has left; an empty one before the first. Strongly consistent. */
  recall(settingsUuid: Uuid, job: PassJob): Promise<PassMemory>;
  /** Written by who holds the lease only. */
  remember(settingsUuid: Uuid, job: PassJob, memory: PassMemory): Promise<void>;
}
