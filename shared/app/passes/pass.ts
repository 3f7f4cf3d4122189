import type { BrakeSettings } from '../../domain/access/deletion-brake.ts';
import type { PassMemory } from '../../domain/access/provider-passes.ts';
import type { RancherSettings } from '../../domain/service-settings.ts';
import type { SiteSettings } from '../../domain/site-settings.ts';
import type { KeycloakSessions } from '../../ports/keycloak.ts';
import type { RancherSessions } from '../../ports/rancher.ts';
import type { Clock, Ids, Logger } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';

export type PassDeps = {
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
export type PassReport = {
  written: number;
  removed: number;
  /** Records that could not be dealt with: each says so itself, and the next pass comes back to it. */
  failed: number;
  /** Present when it would have removed more than it may. */
  stopped?: { removals: number; of: number; allowed: number };
};
export type Passed = { report: PassReport; memory: PassMemory };

/** One job at one provider. Throws Backend* when the provider as a whole cannot be worked with: the state machine comes again. */
export type Pass = (deps: PassDeps, provider: RancherSettings, last: PassMemory) => Promise<Passed>;
