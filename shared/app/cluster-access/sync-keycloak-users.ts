import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { admitted, isWanted, type KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { isDue } from '#shared/domain/cluster-access/provider-syncs';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '#shared/errors';
import type { Keycloak } from '#shared/ports/keycloak';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnMembership } from '../providers/note-failure.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { everybody, findNewUsers, type Users } from './find-new-users.ts';
import { removeFromGroups } from './remove-from-groups.ts';

const nameOf = ({ username }: KeycloakMembership): string => username.toLowerCase();

/**
 * Lets those in who were given access before Keycloak knew them, and those out whose removal failed (S0-141). Started every
 * minute: everybody is looked for as often as the provider says (S0-293), and in between those whom the realm's events tell of.
 */
export const syncKeycloakUsers: Pass = async (deps, provider, last) => {
  const now = deps.clock.now();
  const waiting = await deps.store.keycloakMemberships.listUnreconciled(provider.uuid);
  const open = keycloakOnce(deps, provider);
  const [pending, revoked] = [waiting.filter(isWanted), waiting.filter((it) => !isWanted(it))];
  const names = pending.map(nameOf);
  const everyMinutes = provider.options.keycloak?.syncFrequency ?? 15;
  const { users, memory } = isDue(last, everyMinutes, now)
    ? await everybody(await open(), names, now)
    : await findNewUsers(open, names, last, now);
  const found = pending.filter((it) => users.has(nameOf(it)));
  const { written, failed } = await addToGroups(deps, open, found, users);
  const notOut = await takeOut(deps, open, revoked);
  return { report: { written, removed: revoked.length - notOut, failed: failed + notOut }, memory };
};

/** One login for all that a pass asks, and none for a pass that asks nothing. */
function keycloakOnce(deps: SyncDeps, provider: RancherSettings): () => Promise<Keycloak> {
  let opened: Promise<Keycloak | undefined> | undefined;
  return async () => {
    opened ??= deps.keycloak.open(provider);
    const keycloak = await opened;
    if (!keycloak) throw new Misconfigured(`provider ${provider.name} has no Keycloak`);
    return keycloak;
  };
}

type Open = () => Promise<Keycloak>;
const workOn = (deps: SyncDeps) => ({
  log: deps.log,
  about: ({ uuid }: KeycloakMembership) => ({ membershipUuid: uuid }),
  onFailure: (item: KeycloakMembership, error: unknown) => noteOnMembership(deps, item, error),
});

/** Into groups that are in Keycloak: one that is not is being made, or will be by the pass over groups. */
async function addToGroups(deps: SyncDeps, open: Open, found: KeycloakMembership[], users: Users) {
  let written = 0;
  const failed = await forEachIsolated(found, workOn(deps), async (membership) => {
    const user = users.get(nameOf(membership));
    const groupId = (await groupOf(deps, membership))?.keycloakId;
    if (groupId === undefined || !user) return;
    await (await open()).addMember(groupId, user.id);
    await deps.store.commit(deps.store.keycloakMemberships.replace(admitted(membership, user, deps.clock.now())));
    written += 1;
  });
  return { written, failed };
}

const takeOut = (deps: SyncDeps, open: Open, revoked: KeycloakMembership[]): Promise<number> =>
  forEachIsolated(revoked, workOn(deps), async (membership) => {
    const realm = { keycloak: await open(), owner: { stage: deps.stage, settingsUuid: membership.settingsUuid } };
    await removeFromGroups(deps, realm, { group: await groupOf(deps, membership), membership });
  });

const groupOf = (
  { store }: SyncDeps,
  { settingsUuid, clusterUuid, groupUuid }: KeycloakMembership,
): Promise<KeycloakGroup | undefined> => store.keycloakGroups.find({ settingsUuid, clusterUuid, uuid: groupUuid });
