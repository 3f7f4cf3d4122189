import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { roleName } from '#shared/domain/organizations/role';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { listMembers, type Member } from '../identity/list-members.ts';
import { sellerOf } from '../marketplace/orders/order-decision.ts';

const NO_TEAM = 'Paddock gives people access to clusters itself: the seller of a cluster does not see its users.';

/** Roles with more rights have a lower rank. */
const rankOf = ({ grant }: Member): number => roleName.options.indexOf(grant.role);

/** Keeps each user once, with the user's strongest role. */
function eachOnce(members: readonly Member[]): Member[] {
  const weakestFirst = members.toSorted((a, b) => rankOf(b) - rankOf(a));
  const strongest = new Map(weakestFirst.map((member) => [member.user.uuid, member]));
  return members.filter((member) => strongest.get(member.user.uuid) === member);
}

/**
 * Lists the users who have a role in the project of a site agent's resource. The list is for the seller, and empty if
 * the resource is terminated. Checks in this order: 404, 403, and 400 if the resource is not of a site agent.
 */
export async function listTeam(
  { store }: { store: Pick<Store, 'resources' | 'grants' | 'users'> },
  caller: Caller,
  uuidText: string,
): Promise<Member[]> {
  const resource = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
  assertPermitted(caller, 'resource.see_team', sellerOf(resource));
  if (!resource.siteAgent) throw new Invalid([NO_TEAM]);
  if (resource.state === 'Terminated') return [];
  return eachOnce(await listMembers({ store }, resource.projectUuid));
}
