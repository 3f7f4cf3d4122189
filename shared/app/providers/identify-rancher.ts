import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { claimsUuidOfSettings, heldClaims, rancherClaim } from '#shared/domain/planning/naming';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { VersionConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { rancherSettingsOf } from './settings-of.ts';

export type IdentifyDeps = { store: Pick<Store, 'settings' | 'clusters' | 'claims' | 'commit'>; clock: Clock };

/**
 * Identifies a Rancher by its normalized address. Used when the provider's API key is not allowed to read the Rancher's
 * own id.
 */
function identityAt({ options }: RancherSettings): string {
  const { origin, pathname } = new URL(options.backendUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Moves a cluster's claims to the key that all providers with the same Rancher share. If a cluster of another provider
 * already holds one of these claims, nothing is moved. Both clusters already exist, so the claim can no longer prevent
 * the second one.
 */
async function moveClaims({ store, clock }: IdentifyDeps, { uuid }: Cluster, claimsUuid: Uuid): Promise<void> {
  await retryOnConflict(async () => {
    const cluster = await store.clusters.find(uuid);
    if (!cluster) return;
    const moved = changed(cluster, clock.now(), { claimsUuid });
    const [before, after] = [heldClaims(cluster), heldClaims(moved)];
    const holders = await store.claims.holdersOf(after);
    if ([...holders.values()].some((holder) => holder !== uuid)) return;
    const taken = () =>
      new VersionConflict('Another request has just recorded a cluster with the same name or the same Rancher id.');
    await store.commit(
      store.clusters.replace(moved),
      ...after.map((key) => store.claims.insert(key, uuid, taken)),
      ...before.filter((key) => !after.includes(key)).map((key) => store.claims.remove(key)),
    );
  });
}

/**
 * Records which Rancher the provider uses. Providers with the same Rancher share their claims on names and imports,
 * even if the addresses differ. The provider's claims are first moved to the shared key. The provider's row is written
 * last, so that a run that fails can be repeated. Throws Backend* errors.
 */
export async function identifyRancher(
  deps: IdentifyDeps,
  settings: RancherSettings,
  rancher: Pick<Rancher, 'installUuid'>,
): Promise<RancherSettings> {
  const { store, clock } = deps;
  const identity = (await rancher.installUuid()) || identityAt(settings);
  if (settings.identity === identity) return settings;
  return retryOnConflict(async () => {
    const current = await rancherSettingsOf({ store }, settings.uuid);
    const key = rancherClaim(identity);
    const holder = await store.claims.holderOf(key);
    const own = claimsUuidOfSettings(current);
    const claimsUuid = holder ?? own;
    if (claimsUuid !== own) {
      const isIts = (it: Cluster) => it.settingsUuid === current.uuid;
      const { items } = await store.clusters.list({ visibility: 'all' }, WHOLE_LIST, isIts);
      for (const cluster of items) await moveClaims(deps, cluster, claimsUuid);
    }
    const identified = changed(current, clock.now(), { identity, claimsUuid });
    const taken = () => new VersionConflict('This Rancher was registered by another request.');
    await store.commit(store.settings.replace(identified), store.claims.insert(key, claimsUuid, taken));
    return identified;
  });
}
