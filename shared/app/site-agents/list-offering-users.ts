import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { isSiteAgentOffering, type SiteAgentOffering } from '#shared/domain/marketplace/offering';
import { resourceState } from '#shared/domain/marketplace/resource';
import { type Caller, visibilityOf } from '#shared/domain/organizations/caller';
import { type OfferingUser, offeringUserUuid } from '#shared/domain/site-agents/service-provider';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { getVisible } from '../_core/get-visible.ts';

type Deps = {
  store: Pick<Store, 'offerings' | 'resources' | 'grants' | 'users' | 'access'>;
  /** Maximum number of projects that a list covers. Each project takes one query, and the caller waits. */
  mostProjects?: number;
};
/** Filters of the list. Without filters, the list contains everything that the caller may see. */
type Asked = { offerings?: readonly Uuid[]; users?: readonly Uuid[]; projectUuid?: Uuid | undefined };
/** An offering, and the projects that have a resource of it. */
type Used = { offering: SiteAgentOffering; projects: Uuid[] };

const LIVING = resourceState.options.filter((state) => state !== 'Terminated');
const AT_A_TIME = 10;
const tooMany = (most: number): string =>
  `The list has users of more than ${most} projects: filter it by offering_uuid, project_uuid or user_uuid.`;

/**
 * Lists the site-agent offerings that the caller sells. Staff and support see all site-agent offerings. There are few
 * offerings, so all are read.
 */
async function offeringsSoldBy({ store }: Deps, caller: Caller): Promise<SiteAgentOffering[]> {
  const own = visibilityOf(caller);
  if (own !== 'all' && own.customers.length === 0) return [];
  const { items } = await store.offerings.list({ visibility: 'all' }, WHOLE_LIST);
  return items
    .filter(isSiteAgentOffering)
    .filter(({ customerUuid }) => own === 'all' || own.customers.includes(customerUuid));
}

/** Lists the customers and projects in which these users have a role. Returns undefined when no user is given. */
async function placesOf({ store }: Deps, users: readonly Uuid[]): Promise<Set<Uuid> | undefined> {
  if (users.length === 0) return undefined;
  const found = await pMap(users, (uuid) => store.access.of(uuid), { concurrency: AT_A_TIME });
  return new Set(found.flatMap(({ grants }) => grants.map(({ scopeUuid }) => scopeUuid)));
}

async function usedWhere(deps: Deps, offering: SiteAgentOffering, { projectUuid }: Asked, places?: Set<Uuid>) {
  const where = { offering_uuid: [offering.uuid], state: LIVING };
  const scope = { visibility: 'all', where, ...(projectUuid !== undefined && { projectUuid }) } as const;
  const { items } = await deps.store.resources.list(scope, WHOLE_LIST);
  const projects = [...new Set(items.map((resource) => resource.projectUuid))];
  return { offering, projects: projects.filter((uuid) => places?.has(uuid) ?? true) };
}

/** Lists the users of these projects, with one query for each project and one batch read for each hundred users. */
async function peopleOf({ store }: Deps, used: readonly Used[]): Promise<OfferingUser[]> {
  const projects = [...new Set(used.flatMap((each) => each.projects))];
  const grants = (await pMap(projects, (uuid) => store.grants.listByScope(uuid), { concurrency: AT_A_TIME })).flat();
  const inProject = Map.groupBy(grants, ({ scopeUuid }) => scopeUuid);
  const found = await store.users.findAll(grants.map(({ userUuid }) => userUuid));
  const users = new Map(found.filter(({ isActive }) => isActive).map((user) => [user.uuid, user]));
  return used.flatMap(({ offering, projects: its }) => {
    const uuids = new Set(its.flatMap((uuid) => (inProject.get(uuid) ?? []).map(({ userUuid }) => userUuid)));
    return [...uuids].flatMap((uuid) => {
      const user = users.get(uuid);
      return user ? [{ uuid: offeringUserUuid(offering.uuid, uuid), offering, user }] : [];
    });
  });
}

/**
 * Lists users who have a role in a project that uses a site agent's offering. Covers only offerings that the caller
 * sells. The list has one entry for each pair of offering and user. Throws Invalid when there are too many projects.
 */
export async function listOfferingUsers(deps: Deps, caller: Caller, asked: Asked = {}): Promise<OfferingUser[]> {
  const { mostProjects = 1000 } = deps;
  const { offerings = [], users = [] } = asked;
  const sold = await offeringsSoldBy(deps, caller);
  const wanted = sold.filter(({ uuid }) => offerings.length === 0 || offerings.includes(uuid));
  const places = await placesOf(deps, users);
  const used = await pMap(wanted, (offering) => usedWhere(deps, offering, asked, places), { concurrency: AT_A_TIME });
  const size = new Set(used.flatMap(({ projects }) => projects)).size;
  if (size > mostProjects) throw new Invalid([tooMany(mostProjects)]);
  return (await peopleOf(deps, used)).filter(({ user }) => users.length === 0 || users.includes(user.uuid));
}

/** Finds one entry among all that the caller sees. Throws NotFound. */
export function getOfferingUser(deps: Deps, caller: Caller, uuidText: string): Promise<OfferingUser> {
  const find = async (wanted: Uuid) => (await listOfferingUsers(deps, caller)).find(({ uuid }) => uuid === wanted);
  return getVisible({ find }, 'OfferingUser', uuidText, () => true);
}
