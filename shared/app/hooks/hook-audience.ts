import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type Hook, isListening } from '#shared/domain/hooks/hook';
import { type HookEvent, maySeeEvent, wantsEvent } from '#shared/domain/hooks/hook-event';
import { visibilityOf } from '#shared/domain/organizations/caller';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type AudienceDeps = { store: Pick<Store, 'hooks' | 'users' | 'grants' | 'access'>; clock: Clock };
/** The hooks that get an event. */
export type HookAudience = (event: HookEvent) => Promise<Hook[]>;

const AT_A_TIME = 8;
/** How long a process remembers whether a user sees everything. Another user gets events at most this much later. */
const KEPT_MS = 60_000;
const MAX_KEPT = 20_000;

/** Whether the owner of a hook is staff or support, and sees the events of all customers. */
type Oversight = { seesAll: boolean; until: number };
export type OversightCache = LRUCache<Uuid, Oversight>;
export const oversightCache = (): OversightCache => new LRUCache({ max: MAX_KEPT });

/** Remembers the first answer for each key. */
function once<T>(read: (key: Uuid) => Promise<T>): (key: Uuid) => Promise<T> {
  const known = new Map<Uuid, Promise<T>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    known.set(key, found);
    return found;
  };
}

/** The users among these who see the events of all customers. Users about whom nothing is known are read at once. */
async function overseersAmong(
  { store, clock }: AudienceDeps,
  userUuids: readonly Uuid[],
  cache: OversightCache,
): Promise<Uuid[]> {
  const now = clock.now().getTime();
  const unknown = userUuids.filter((uuid) => (cache.get(uuid)?.until ?? 0) <= now);
  const found = new Map((await store.users.findAll(unknown)).map((user) => [user.uuid, user]));
  for (const uuid of unknown) {
    const user = found.get(uuid);
    cache.set(uuid, {
      seesAll: user !== undefined && visibilityOf({ user, grants: [] }) === 'all',
      until: now + KEPT_MS,
    });
  }
  return userUuids.filter((uuid) => cache.get(uuid)?.seesAll);
}

/**
 * Finds the hooks that want an event and whose users may see it now. Use one audience for a batch of events: it reads
 * the hooks, and the roles in each customer and project, once. Only the roles of users who may see the event are read
 * one by one, so an event costs as many reads as the event's customer has users with hooks.
 */
export function hookAudience(deps: AudienceDeps, cache: OversightCache = oversightCache()): HookAudience {
  const { store } = deps;
  let listening: Promise<Hook[]> | undefined;
  const hooks = async () => (await store.hooks.list({ visibility: 'all' }, WHOLE_LIST, isListening)).items;
  const members = once(async (scope) => (await store.grants.listByScope(scope)).map(({ userUuid }) => userUuid));
  const access = once((userUuid) => store.access.of(userUuid));

  async function candidates(userUuids: readonly Uuid[], { context }: HookEvent): Promise<Uuid[]> {
    const scopes = [context.customer_uuid, context.project_uuid].filter((it) => it !== undefined);
    const here = new Set((await Promise.all(scopes.map(members))).flat());
    const others = userUuids.filter((uuid) => !here.has(uuid));
    return [...userUuids.filter((uuid) => here.has(uuid)), ...(await overseersAmong(deps, others, cache))];
  }

  async function maySee(userUuid: Uuid, event: HookEvent): Promise<boolean> {
    const { user, grants } = await access(userUuid);
    return user?.isActive === true && maySeeEvent({ user, grants }, event);
  }

  return async (event) => {
    listening ??= hooks();
    const wanting = (await listening).filter((hook) => wantsEvent(hook, event));
    const users = await candidates([...new Set(wanting.map(({ userUuid }) => userUuid))], event);
    const isAllowed = await pMap(users, (uuid) => maySee(uuid, event), { concurrency: AT_A_TIME });
    const allowed = new Set(users.filter((_, index) => isAllowed[index]));
    return wanting.filter(({ userUuid }) => allowed.has(userUuid));
  };
}
