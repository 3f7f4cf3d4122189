import type { Uuid } from '#shared/domain/_core/identifier';
import type { ParkedWait } from '#shared/domain/clusters/waits/parked-wait';
import type { SharedLook } from '#shared/domain/clusters/waits/shared-look';

export interface ParkedWaitRepository {
  /** Stores the task token of an operation. It replaces an earlier token of the same operation. */
  park(wait: ParkedWait): Promise<void>;
  /** The waits of all operations on the cluster or on its nodes. Each operation has at most one wait. */
  listByCluster(cluster: Pick<ParkedWait, 'settingsUuid' | 'clusterUuid'>): Promise<ParkedWait[]>;
  /** The stored waits of the provider's clusters, at most `limit`. Makes one query. */
  listByProvider(settingsUuid: Uuid, limit: number): Promise<ParkedWait[]>;
  listAllByProvider(settingsUuid: Uuid): Promise<ParkedWait[]>;
  /** Stores a wait again. If its operation has a newer wait, stores nothing and returns false. */
  putBack(wait: ParkedWait): Promise<boolean>;
  /** Removes the token. If several callers try this at the same time, only one of them gets true. */
  take(wait: ParkedWait): Promise<boolean>;
}

/** Stores the last look at each provider. A look is one reading of all clusters of the provider by one operation. */
export interface SharedLookRepository {
  /** The read is strongly consistent. */
  find(settingsUuid: Uuid): Promise<SharedLook | undefined>;
  /** Stores `look` if the stored record is still `last`. If several callers try this, only one of them gets true. */
  begin(look: SharedLook, last: SharedLook | undefined): Promise<boolean>;
  /** Stores how this reading ended. Does nothing if another reading has begun since. */
  end(look: SharedLook): Promise<void>;
  /** Removes `look`, so that the next caller reads the clusters again. Does nothing if a newer record is stored. */
  forget(look: SharedLook): Promise<void>;
}
