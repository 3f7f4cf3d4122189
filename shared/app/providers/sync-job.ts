import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { BrakeSettings } from '#shared/domain/cluster-access/deletion-brake';
import type { SyncMemory } from '#shared/domain/provider-syncs/sync-jobs';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import type { KeycloakSessions } from '#shared/ports/keycloak';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Clock, Ids, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import type { WaldurSessions } from '#shared/ports/waldur';

export type SyncDeps = {
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Logger;
  keycloak: KeycloakSessions;
  rancher: RancherSessions;
  waldur: WaldurSessions;
  secrets: Pick<Secrets, 'find' | 'remove'>;
  /** The name of Paddock's stage. The attributes of Paddock's groups in Keycloak contain it. */
  stage: string;
  brake: BrakeSettings;
  site: Pick<SiteSettings, 'disableAutomanagementOfUsers'>;
};

/** The result of one run. `written` counts what was created or repaired, in records and in backends. */
export type SyncReport = {
  written: number;
  removed: number;
  /** How many records could not be processed. Each record shows its error. The next run tries them again. */
  failed: number;
  /** Set if the run was stopped because it would have removed more than its limit allows. */
  stopped?: { removals: number; of: number; allowed: number };
};
export type Synced = { report: SyncReport; memory: SyncMemory };

/**
 * Runs one job at one provider. Throws Backend* errors if the provider's Rancher or Keycloak does not answer; a state
 * machine then retries.
 */
export type Pass = (deps: SyncDeps, provider: RancherSettings, last: SyncMemory) => Promise<Synced>;
