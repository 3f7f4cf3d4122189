import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { claimsUuidOfSettings, heldClaims, rancherClaim } from '#shared/domain/planning/naming';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { VersionConflict } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { EVERYTHING } from '../_core/everything.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';

export type IdentifyDeps = { store: Pick<Store, 'settings' | 'clusters' | 'claims' | 'commit'>; clock: Clock };

/** Where the key may not read what Rancher calls itself, the address says which it is, however it is written. */
function identityAt({ options }: RancherSettings): string {
  const { origin, pathname } = new URL(options.backendUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/**
 * A cluster keeps where its claims are, and takes them along to where those of all registrations are. A name that another registration's
 * cluster has there stays where it is: Rancher has both.
 */
async function moveClaims({ store, clock }: IdentifyDeps, { uuid }: Cluster, claimsUuid: Uuid): Promise<void> {
  await retryOnConflict(async () => {
    const cluster = await store.clusters.find(uuid);
    if (!cluster) return;
    const moved = changed(cluster, clock.now(), { claimsUuid });
    const [before, after] = [heldClaims(cluster), heldClaims(moved)];
    const holders = await store.claims.holdersOf(after);
    if ([...holders.values()].some((holder) => holder !== uuid)) return;
    const taken = () => new VersionConflict('The name was taken meanwhile.');
    await store.commit(
      store.clusters.replace(moved),
      ...after.map((key) => store.claims.insert(key, uuid, taken)),
      ...before.filter((key) => !after.includes(key)).map((key) => store.claims.remove(key)),
    );
  });
}

/**
 * The provider with what its Rancher is: two registrations of one Rancher, also under two addresses, are one where names and imports
 * are claimed. What clusters of the provider have claimed before is taken along, and the provider's row is written last: whoever fails
 * in between begins anew. Throws Backend* errors.
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
      const { items } = await store.clusters.list({ visibility: 'all' }, EVERYTHING, isIts);
      for (const cluster of items) await moveClaims(deps, cluster, claimsUuid);
    }
    const identified = changed(current, clock.now(), { identity, claimsUuid });
    const taken = () => new VersionConflict('Another registration of this Rancher was faster.');
    await store.commit(store.settings.replace(identified), store.claims.insert(key, claimsUuid, taken));
    return identified;
  });
}
