import { type Caller, visibilityOf } from '../../domain/caller.ts';
import { derivedUuid, type Uuid } from '../../domain/identifier.ts';
import { isSiteAgentOffering, type SiteAgentOffering } from '../../domain/offering.ts';
import { resourceState } from '../../domain/resource.ts';
import type { User } from '../../domain/user.ts';
import type { Store } from '../../ports/store.ts';
import { EVERYTHING } from '../everything.ts';
import { inTurns } from '../in-turns.ts';
import { listMembers } from '../list-members.ts';

/** Somebody who may use what was bought under an offering: that follows from his roles, and is in no record. */
export type OfferingUser = { uuid: Uuid; offering: SiteAgentOffering; user: User };

type Deps = { store: Pick<Store, 'offerings' | 'resources' | 'grants' | 'users'> };

const LIVING = resourceState.options.filter((state) => state !== 'Terminated');
const AT_A_TIME = 10;

/** Offerings of site agents that the caller sells; staff and support see all. They are few. */
async function offeringsSoldBy({ store }: Deps, caller: Caller): Promise<SiteAgentOffering[]> {
  const own = visibilityOf(caller);
  if (own !== 'all' && own.customers.length === 0) return [];
  const { items } = await store.offerings.list({ visibility: 'all' }, EVERYTHING);
  return items
    .filter(isSiteAgentOffering)
    .filter(({ customerUuid }) => own === 'all' || own.customers.includes(customerUuid));
}

/** Everybody with a role in a project that has a resource of the offering, once. */
async function usersOf(deps: Deps, offering: SiteAgentOffering): Promise<OfferingUser[]> {
  const where = { offering_uuid: [offering.uuid], state: LIVING };
  const { items } = await deps.store.resources.list({ visibility: 'all', where }, EVERYTHING);
  const projects = [...new Set(items.map(({ projectUuid }) => projectUuid))];
  const members = (await inTurns(projects, AT_A_TIME, (uuid) => listMembers(deps, uuid))).flat();
  const users = new Map(members.map(({ user }) => [user.uuid, user]));
  return [...users.values()].map((user) => ({ uuid: derivedUuid(offering.uuid, `user/${user.uuid}`), offering, user }));
}

/**
 * Users of the offerings that the caller sells, by what was bought there. Costs a query for each project with a resource.
 * @param asked of these offerings alone, where there are any
 */
export async function listOfferingUsers(deps: Deps, caller: Caller, asked: readonly Uuid[]): Promise<OfferingUser[]> {
  const sold = await offeringsSoldBy(deps, caller);
  const wanted = sold.filter(({ uuid }) => asked.length === 0 || asked.includes(uuid));
  return (await inTurns(wanted, AT_A_TIME, (offering) => usersOf(deps, offering))).flat();
}
