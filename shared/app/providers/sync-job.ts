import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { BrakeSettings } from '#shared/domain/cluster-access/deletion-brake';
import type { SyncMemory } from '#shared/domain/cluster-access/provider-syncs';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { KeycloakSessions } from '#shared/ports/keycloak';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Clock, Ids, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type SyncDeps = {
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Logger;
  keycloak: KeycloakSessions;
  rancher: RancherSessions;
  /** Part of the mark on our groups. */
  stage: string;
  brake: BrakeSettings;
  site: Pick<SiteSettings, 'disableAutomanagementOfUsers'>;
};

/** What one pass did. `written` counts what was made or mended, in records or backends. */
export type SyncReport = {
  written: number;
  removed: number;
  /** Records that could not be dealt with: each says so itself, and the next pass comes back to it. */
  failed: number;
  /** Present when it would have removed more than it may. */
  stopped?: { removals: number; of: number; allowed: number };
};
export type Synced = { report: SyncReport; memory: SyncMemory };

/** One job at one provider. Throws Backend* when the provider as a whole cannot be worked with: the state machine comes again. */
export type Pass = (deps: SyncDeps, provider: RancherSettings, last: SyncMemory) => Promise<Synced>;
