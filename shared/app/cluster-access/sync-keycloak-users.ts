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
import { removeFromGroups } from './remove-from-groups.ts';

/** Users by username in lower case. */
type Users = ReadonlyMap<string, KeycloakUser>;
type Seen = { users: Users; memory: SyncMemory };

/**
 * Each run also reads events from this many milliseconds before the last run. Keycloak stores an event at the end of
 * its transaction, so a later event may be stored before an earlier one.
 */
const OVERLAP_MS = 30_000;
const AT_A_TIME = 8;

/**
 * Looks up all these usernames, and returns the users who exist. Later runs look for the remaining names only in events
 * after the time of this call (`until`).
 */
async function everybody(keycloak: Keycloak, names: readonly string[], now: Date): Promise<Seen> {
  const { signIns, userCreations } = await keycloak.readEventSources();
  const users = await keycloak.findUsers(names);
  const until = now.toISOString();
  const events = signIns || userCreations ? { until, signIns, userCreations } : undefined;
  return { users, memory: { startedAt: until, suspects: [], ...(events && { events }) } };
}

/**
 * Finds users with these names in the realm's events since the last run. If the realm records no events, nobody is
 * found and no request is made.
 */
async function findNewUsers(
  open: () => Promise<Keycloak>,
  names: readonly string[],
  last: SyncMemory,
  now: Date,
): Promise<Seen> {
  if (!last.events || names.length === 0) return { users: new Map(), memory: last };
  const keycloak = await open();
  const ids = await idsOfEvents(keycloak, last.events);
  const memory = { ...last, events: { ...last.events, until: now.toISOString() } };
  if (ids.size === 0) return { users: new Map(), memory };
  // If there are fewer pending users than users in the events, finding the pending users by name takes fewer requests.
  if (ids.size > names.length) return { users: await keycloak.findUsers(names), memory };
  const found = await pMap([...ids], (id) => keycloak.findUserById(id), { concurrency: AT_A_TIME });
  return { users: new Map(found.flatMap((user) => (user ? [[user.username, user] as const] : []))), memory };
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

const nameOf = ({ username }: KeycloakMembership): string => username.toLowerCase();

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
  const names = pending.map(nameOf);
  const everyMinutes = provider.options.keycloak?.syncFrequency ?? 15;
  const { users, memory } = isJobDue(last, everyMinutes, now)
    ? await everybody(await open(), names, now)
    : await findNewUsers(open, names, last, now);
  const found = pending.filter((it) => users.has(nameOf(it)));
  const { written, failed } = await addToGroups(deps, open, found, users);
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
 * `delete-leftover-groups` creates it.
 */
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

const groupOf = (
  { store }: SyncDeps,
  { settingsUuid, clusterUuid, groupUuid }: KeycloakMembership,
): Promise<KeycloakGroup | undefined> => store.keycloakGroups.find({ settingsUuid, clusterUuid, uuid: groupUuid });
