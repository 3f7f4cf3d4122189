import type { Uuid } from '#shared/domain/_core/identifier';
import type { Relay } from '#shared/domain/cluster-api/relays/relay';

export interface RelayRepository {
  /** Stores the last report of a relay. A report replaces the relay's earlier report, and is deleted after a day. */
  put(relay: Relay): Promise<void>;
  /** The relays of a management cluster, sorted by name. The read is strongly consistent. */
  listByProvider(settingsUuid: Uuid): Promise<Relay[]>;
}
