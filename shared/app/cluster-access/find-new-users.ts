import type { SyncMemory } from '#shared/domain/cluster-access/provider-syncs';
import type { Keycloak, KeycloakUser } from '#shared/ports/keycloak';
import { inTurns } from '../_core/in-turns.ts';

/** By name in lower case. */
export type Users = ReadonlyMap<string, KeycloakUser>;
type Seen = { users: Users; memory: SyncMemory };

/** Keycloak writes an event when its transaction ends, which may be after events of a later time. */
const OVERLAP_MS = 30_000;
const AT_A_TIME = 8;

/** Those of the names that there are, and from when on events will tell of the others. */
export async function everybody(keycloak: Keycloak, names: readonly string[], now: Date): Promise<Seen> {
  const { signIns, userCreations } = await keycloak.readEventSources();
  const users = await keycloak.findUsers(names);
  const until = now.toISOString();
  const events = signIns || userCreations ? { until, signIns, userCreations } : undefined;
  return { users, memory: { startedAt: until, suspects: [], ...(events && { events }) } };
}

/** Those of the names whom the realm's events tell of since the last look; nobody, and without a request, where it keeps none. */
export async function findNewUsers(
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
  // In a busy realm it is fewer requests to ask for the few who are waited for.
  if (ids.size > names.length) return { users: await keycloak.findUsers(names), memory };
  const found = await inTurns([...ids], AT_A_TIME, (id) => keycloak.findUserById(id));
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
