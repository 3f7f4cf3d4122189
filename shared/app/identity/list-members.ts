import type { Uuid } from '#shared/domain/_core/identifier';
import type { User } from '#shared/domain/identity/user';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import type { Store } from '#shared/ports/store';

export type Member = { grant: RoleGrant; user: User; createdBy: User | undefined };

/**
 * Lists active users with a role in a customer or project. The oldest grant comes first. This takes one query, and one
 * batch read for each 100 users.
 */
export async function listMembers(
  { store }: { store: Pick<Store, 'users' | 'grants'> },
  scopeUuid: Uuid,
): Promise<Member[]> {
  const grants = await store.grants.listByScope(scopeUuid);
  const wanted = grants.flatMap(({ userUuid, createdByUuid }) => [userUuid, createdByUuid ?? userUuid]);
  const users = new Map((await store.users.findAll(wanted)).map((user) => [user.uuid, user]));
  return grants.flatMap((grant) => {
    const user = users.get(grant.userUuid);
    const createdBy = grant.createdByUuid === undefined ? undefined : users.get(grant.createdByUuid);
    return user?.isActive ? [{ grant, user, createdBy }] : [];
  });
}

/** Lists active users who have the given role in a customer or project. The oldest grant comes first. */
export async function listHolders(
  deps: { store: Pick<Store, 'users' | 'grants'> },
  scopeUuid: Uuid,
  role: RoleName,
): Promise<User[]> {
  const members = await listMembers(deps, scopeUuid);
  return members.filter(({ grant }) => grant.role === role).map(({ user }) => user);
}
