import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { claimsUuidOf, clusterNameClaim } from '#shared/domain/planning/naming';
import { changedTimetable, type TimetableChange } from '#shared/domain/timetable/timetable';
import { Invalid } from '#shared/errors';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';

type Deps = {
  store: Store;
  rancher: RancherSessions;
  clock: Clock;
  site: SiteSettings;
  /** Time limit for Rancher. The default leaves the API function enough time to answer. */
  renameTimeoutMs?: number;
};
type Change = {
  uuidText: string;
  /** Parses the body. Called after all other checks. */
  parseChange(): Partial<Pick<Cluster, 'name' | 'description' | 'autohealing'>> & { timetable?: TimetableChange };
};
const RENAME_MS = 10_000;

const nameTaken = () => new Invalid({ name: ['Name is not unique.'] });

/**
 * Claims the new name. The cluster's first name stays claimed, too. The cluster's Kubernetes object in Rancher keeps
 * the first name, so no other cluster can have this name.
 */
function renaming(store: Store, cluster: Cluster, name: string): { fields: Partial<Cluster>; claims: Write[] } {
  const { uuid, name: before, provisioningName = before, imported } = cluster;
  const claimsUuid = claimsUuidOf(cluster);
  if (name === before) return { fields: {}, claims: [] };
  const claims = [store.claims.insert(clusterNameClaim(claimsUuid, name), uuid, nameTaken)];
  if (before !== provisioningName) claims.push(store.claims.remove(clusterNameClaim(claimsUuid, before)));
  return { fields: { name, provisioningName, isRenameDue: imported !== undefined }, claims };
}

const isHealing = (autohealing: boolean | undefined): boolean => autohealing === true;

/**
 * Checks for the errors 404, 403, 409, 405 and 400, in this order (docs/spec/waldur-http.md#order-of-checks), and
 * records the change.
 */
async function accept({ store, clock, site }: Deps, caller: Caller, { uuidText, parseChange }: Change) {
  const before = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.update', before);
  assertState({ state: before.state }, ['OK']);
  assertNotReadOnly(site);
  const { name, description = before.description, autohealing = before.autohealing, ...change } = parseChange();
  const now = clock.now();
  const timetable = changedTimetable(before.timetable, change.timetable ?? {}, now);
  const { fields, claims } = renaming(store, before, name ?? before.name);
  const heals = isHealing(autohealing) === isHealing(before.autohealing) ? {} : { autohealing, healing: undefined };
  const wanted = { description, timetable, ...fields, ...heals };
  const isChanged = !isSameValue({ ...before, ...wanted }, before);
  const cluster = changed(before, now, wanted);
  if (isChanged) await store.commit(store.clusters.replace(cluster), ...claims);
  return { cluster: isChanged ? cluster : before, isNamed: name !== undefined };
}

/**
 * Whether Rancher takes the cluster's name from the provisioning object, and therefore undoes every rename. This is
 * true if Paddock or an operator created the object. If Rancher created the object, the object's name is the cluster's
 * id, and the cluster can be renamed.
 */
async function isNamedByObject(session: Rancher, { name, provisioningName = name, backendId }: Cluster) {
  const found = await session.findProvisioningCluster(provisioningName);
  return found?.managementId === backendId && found.name !== backendId;
}

/**
 * Renames the cluster in Rancher, if Rancher allows it.
 * @returns the cluster's name in Rancher after the call
 */
async function nameInRancher(session: Rancher, cluster: Cluster): Promise<string | undefined> {
  if (await isNamedByObject(session, cluster)) return cluster.provisioningName;
  await session.renameCluster(cluster.backendId, cluster.name);
  return (await session.findCluster(cluster.backendId))?.name;
}

/**
 * Gives the cluster its recorded name in Rancher, then records that the rename is done. If another call has changed the
 * record meanwhile, reads the record and renames the cluster again.
 */
async function updateRancher(deps: Deps, { uuid, settingsUuid }: Cluster, isLate: () => boolean) {
  const { store, rancher, clock } = deps;
  const session = await rancher.open(await rancherSettingsOf({ store }, settingsUuid));
  return retryOnConflict(async () => {
    const cluster = await store.clusters.get(uuid);
    if (isLate()) return cluster;
    const kept = await nameInRancher(session, cluster);
    const renamed = changed(cluster, clock.now(), { isRenameDue: undefined });
    await store.commit(store.clusters.replace(renamed));
    if (kept !== undefined && kept !== cluster.name) {
      const at = deps.clock.now().toISOString();
      const message = `The cluster is called ${cluster.name} in Paddock, and ${kept} in Rancher`;
      await deps.store.events.append({
        clusterUuid: cluster.uuid,
        key: `rename#${cluster.version}`,
        at,
        step: 'rename',
        message,
        level: 'info',
      });
    }
    return renamed;
  });
}

/**
 * Updates the cluster's name in the records of its nodes, of its security groups, and of the roles that accounts have
 * in the cluster. These records are read first, and the cluster's name is read after them. So the later of two
 * concurrent renames wins. A security group that is being changed is skipped, and gets the name at the next rename.
 */
async function renameInParts({ store, clock }: Deps, uuid: Uuid): Promise<void> {
  await retryOnConflict(async () => {
    const nodes = await store.nodes.listByCluster(uuid);
    const groups = await store.clusterSecurityGroups.listByCluster(uuid);
    const links = await store.rancherUserLinks.listByCluster(uuid);
    const { name: clusterName } = await store.clusters.get(uuid);
    const now = clock.now();
    const isOther = (part: { clusterName: string }) => part.clusterName !== clusterName;
    const resting = groups.filter(({ state }) => state !== 'UPDATING');
    const writes = [
      ...nodes.filter(isOther).map((it) => store.nodes.replace(changed(it, now, { clusterName }))),
      ...resting.filter(isOther).map((it) => store.clusterSecurityGroups.replace(changed(it, now, { clusterName }))),
      ...links.filter(isOther).map((it) => store.rancherUserLinks.replace(changed(it, now, { clusterName }))),
    ];
    await commitInChunks(store, writes, (write) => [write]);
  });
}

/**
 * Changes name, description, autohealing and timetable. Calls Rancher only to rename an imported cluster, during the
 * API call (S0-209). Every other cluster keeps its name in Rancher, because Rancher takes this name from the
 * provisioning object. For an imported cluster, the record is written first, so that the name is claimed before Rancher
 * has it. If Rancher's answer is lost, `isRenameDue` stays set, and a repeated call completes the rename. A repeated
 * call is enough, so the cluster stays `OK` and no operation is started.
 */
export async function updateCluster(deps: Deps, caller: Caller, change: Change): Promise<Cluster> {
  const { cluster, isNamed } = await retryOnConflict(() => accept(deps, caller, change));
  if (!isNamed) return cluster;
  await renameInParts(deps, cluster.uuid);
  if (!cluster.isRenameDue) return cluster;
  const { renameTimeoutMs = RENAME_MS } = deps;
  return withTimeout(renameTimeoutMs, (isLate) => updateRancher(deps, cluster, isLate));
}
