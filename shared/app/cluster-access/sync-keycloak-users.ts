import pMap from 'p-map';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { admitted, isWanted, type KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { isJobDue, type SyncMemory } from '#shared/domain/provider-syncs/sync-jobs';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '#shared/errors';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnMembership } from '../providers/note-failure.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { findMembers, issuerOf, lookUp, standingOf } from './membership-holder.ts';
import { removeFromGroups } from './remove-from-groups.ts';

/** Finds the user of a membership among the users that this run has seen. */
type UserOf = ReturnType<typeof lookUp>;
type Seen = { userOf: UserOf; memory: SyncMemory };

/**
 * Each run also reads events from this many milliseconds before the last run. Keycloak stores an event at the end of
 * its transaction, so a later event may be stored before an earlier one.
 */
const OVERLAP_MS = 30_000;
const AT_A_TIME = 8;

/**
 * Looks up the users of all these memberships. Later runs look for the remaining users only in events after the time of
 * this call (`until`).
 */
async function everybody(keycloak: Keycloak, waiting: readonly KeycloakMembership[], now: Date): Promise<Seen> {
  const { signIns, userCreations } = await keycloak.readEventSources();
  const userOf = await findMembers(keycloak, waiting);
  const until = now.toISOString();
  const events = signIns || userCreations ? { until, signIns, userCreations } : undefined;
  return { userOf, memory: { startedAt: until, suspects: [], ...(events && { events }) } };
}

/**
 * Finds the users of these memberships in the realm's events since the last run. If the realm records no events, nobody
 * is found and no request is made.
 */
async function findNewUsers(
  open: () => Promise<Keycloak>,
  waiting: readonly KeycloakMembership[],
  last: SyncMemory,
  now: Date,
): Promise<Seen> {
  if (!last.events || waiting.length === 0) return { userOf: lookUp([]), memory: last };
  const keycloak = await open();
  const ids = await idsOfEvents(keycloak, last.events);
  const memory = { ...last, events: { ...last.events, until: now.toISOString() } };
  if (ids.size === 0) return { userOf: lookUp([]), memory };
  // If there are fewer pending users than users in the events, looking up the pending users takes fewer requests.
  if (ids.size > waiting.length) return { userOf: await findMembers(keycloak, waiting), memory };
  const found = await pMap([...ids], (id) => keycloak.findUserById(id), { concurrency: AT_A_TIME });
  return { userOf: lookUp(found), memory };
}

async function idsOfEvents(
  keycloak: Keycloak,
  { until, signIns, userCreations }: NonNullable<SyncMemory['events']>,
): Promise<Set<string>> {
  const since = new Date(Date.parse(until) - OVERLAP_MS);
  const ids = new Set<string>();
  if (signIns) for await (const { userId } of keycloak.listSignIns(since)) ids.add(userId);
  if (userCreations) for await (const { userId } of keycloak.listUserCreations(since)) ids.add(userId);
  return ids;
}

/**
 * Adds members who were given access before Keycloak knew them, and repeats failed removals (S0-141). Runs every
 * minute. All pending users are looked up at the interval of the provider's options (S0-293). In between, only users in
 * the realm's events are looked up.
 */
export const syncKeycloakUsers: Pass = async (deps, provider, last) => {
  const now = deps.clock.now();
  const waiting = await deps.store.keycloakMemberships.listUnreconciled(provider.uuid);
  const open = keycloakOnce(deps, provider);
  const [pending, revoked] = [waiting.filter(isWanted), waiting.filter((it) => !isWanted(it))];
  const everyMinutes = provider.options.keycloak?.syncFrequency ?? 15;
  const { userOf, memory } = isJobDue(last, everyMinutes, now)
    ? await everybody(await open(), pending, now)
    : await findNewUsers(open, pending, last, now);
  const found = pending.flatMap((membership) => {
    const user = userOf(membership);
    return user ? [{ membership, user }] : [];
  });
  const { written, failed } = await addToGroups(deps, open, found, issuerOf(provider));
  const notOut = await forEachIsolated(revoked, workOn(deps), async (membership) => {
    const realm = { keycloak: await open(), owner: { stage: deps.stage, settingsUuid: membership.settingsUuid } };
    await removeFromGroups(deps, realm, { group: await groupOf(deps, membership), membership });
  });
  return { report: { written, removed: revoked.length - notOut, failed: failed + notOut }, memory };
};

/** Logs in to Keycloak once in a run, and only if the run makes a request. */
function keycloakOnce(deps: SyncDeps, provider: RancherSettings): () => Promise<Keycloak> {
  let opened: Promise<Keycloak | undefined> | undefined;
  return async () => {
    opened ??= deps.keycloak.open(provider);
    const keycloak = await opened;
    if (!keycloak) throw new Misconfigured(`Provider ${provider.name} has no Keycloak.`);
    return keycloak;
  };
}

type Open = () => Promise<Keycloak>;
const workOn = (deps: SyncDeps) => ({
  log: deps.log,
  about: ({ uuid }: KeycloakMembership) => ({ membershipUuid: uuid }),
  onFailure: (item: KeycloakMembership, error: unknown) => noteOnMembership(deps, item, error),
});

/**
 * Adds users to groups that exist in Keycloak. A missing group is skipped, because its own operation or the job
 * `delete-leftover-groups` creates it. A user who is deactivated or has lost the last role is skipped, because the job
 * `delete-leftover-memberships` ends the membership.
 */
async function addToGroups(
  deps: SyncDeps,
  open: Open,
  found: { membership: KeycloakMembership; user: KeycloakUser }[],
  issuer: string | undefined,
) {
  const { store, clock } = deps;
  const { about, onFailure, log } = workOn(deps);
  let written = 0;
  const failed = await forEachIsolated(
    found,
    {
      log,
      about: ({ membership }) => about(membership),
      onFailure: ({ membership }, error) => onFailure(membership, error),
    },
    async ({ membership, user }) => {
      const groupId = (await groupOf(deps, membership))?.keycloakId;
      if (groupId === undefined) return;
      const { holder, isEnded } = await standingOf(deps, { ...membership, keycloakUserId: user.id }, issuer);
      if (isEnded) return;
      await (await open()).addMember(groupId, user.id);
      await store.commit(store.keycloakMemberships.replace(admitted(membership, user, clock.now(), holder)));
      written += 1;
    },
  );
  return { written, failed };
}

const groupOf = (
  { store }: SyncDeps,
  { settingsUuid, clusterUuid, groupUuid }: KeycloakMembership,
): Promise<KeycloakGroup | undefined> => store.keycloakGroups.find({ settingsUuid, clusterUuid, uuid: groupUuid });
