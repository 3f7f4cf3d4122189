import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { ProjectRole } from '#shared/domain/cluster-access/project-roles';
import type { RancherUser, RancherUserLink, RancherUserRef } from '#shared/domain/cluster-access/rancher-user';
import { type Caller, canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { noMatch } from '#shared/errors';
import type { Page, PageRequest, Store } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { getVisible } from '../_core/get-visible.ts';

type Deps = { store: Pick<Store, 'rancherUsers' | 'rancherUserLinks'> };
/** An account in Rancher, with the roles that the caller may see. */
export type SeenRancherUser = { user: RancherUser; links: RancherUserLink[]; projectRoles: ProjectRole[] };
type Wanted = { clusterUuid?: Uuid | undefined; matches?: ((item: SeenRancherUser) => boolean) | undefined };

const AT_A_TIME = 8;
const keyOf = ({ settingsUuid, userUuid }: RancherUserRef): string => `${settingsUuid} ${userUuid}`;
const newestFirst = (one: RancherUser, other: RancherUser): number =>
  one.created === other.created ? one.uuid.localeCompare(other.uuid) : other.created.localeCompare(one.created);

const projectRolesSeenBy = (caller: Caller, { projectRoles = [] }: RancherUser, clusterUuid?: Uuid): ProjectRole[] =>
  projectRoles.filter(
    (role) => canSee(caller, role) && (clusterUuid === undefined || role.clusterUuid === clusterUuid),
  );

/**
 * Lists a page of the accounts that have a role in a cluster that the caller sees. The newest accounts come first.
 * Staff and support also see accounts without a role, so one page of accounts is read, and then the roles of these
 * accounts. For other callers, or if a cluster is given, the visible roles are read first and then their accounts.
 */
export async function listRancherUsers(
  { store }: Deps,
  caller: Caller,
  { clusterUuid, matches }: Wanted,
  page: PageRequest,
): Promise<Page<SeenRancherUser>> {
  const visibility = visibilityOf(caller);
  if (visibility === 'all' && clusterUuid === undefined) {
    const fits = matches && ((user: RancherUser) => matches({ user, links: [], projectRoles: [] }));
    const { items, total } = await store.rancherUsers.list({ visibility }, page, fits);
    const seen = await pMap(
      items,
      async (user) => ({
        user,
        links: await store.rancherUserLinks.listByUser(user),
        projectRoles: projectRolesSeenBy(caller, user),
      }),
      { concurrency: AT_A_TIME },
    );
    return { items: seen, total };
  }
  const links =
    clusterUuid === undefined
      ? (await store.rancherUserLinks.list({ visibility }, WHOLE_LIST)).items
      : (await store.rancherUserLinks.listByCluster(clusterUuid)).filter((link) => canSee(caller, link));
  const ofUser = Map.groupBy(links, keyOf);
  const users = await store.rancherUsers.findAll([...ofUser.values()].flatMap(([first]) => first ?? []));
  const items = users
    .sort(newestFirst)
    .map((user) => ({
      user,
      links: ofUser.get(keyOf(user)) ?? [],
      projectRoles: projectRolesSeenBy(caller, user, clusterUuid),
    }))
    .filter((item) => matches?.(item) ?? true);
  return { items: items.slice((page.page - 1) * page.pageSize, page.page * page.pageSize), total: items.length };
}

/**
 * Finds an account in Rancher. Throws NotFound if the caller sees no role of the account. Staff and support see every
 * account.
 */
export async function getRancherUser({ store }: Deps, caller: Caller, uuidText: string): Promise<SeenRancherUser> {
  const user = await getVisible(store.rancherUsers, 'RancherUser', uuidText, () => true);
  const links = (await store.rancherUserLinks.listByUser(user)).filter((link) => canSee(caller, link));
  if (links.length === 0 && visibilityOf(caller) !== 'all') throw noMatch('RancherUser');
  return { user, links, projectRoles: projectRolesSeenBy(caller, user) };
}
