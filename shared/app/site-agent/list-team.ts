import type { Caller } from '../../domain/caller.ts';
import { demand } from '../../domain/permission.ts';
import { Invalid } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import { getVisible, soldTo } from '../get-visible.ts';
import { listMembers, type Member } from '../list-members.ts';
import { sellerOf } from '../order-decision.ts';

const NO_TEAM = 'Paddock lets people into clusters itself: whoever sells them does not see who they are.';

/**
 * Who has a role in the project of what a site agent looks after, each once, for whoever sells it. 404, 403, and 400 for a cluster, whose
 * people are nobody's business but its project's.
 */
export async function listTeam(
  { store }: { store: Pick<Store, 'resources' | 'grants' | 'users'> },
  caller: Caller,
  uuidText: string,
): Promise<Member[]> {
  const resource = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
  demand(caller, 'resource.see_team', sellerOf(resource));
  if (!resource.siteAgent) throw new Invalid([NO_TEAM]);
  const members = await listMembers({ store }, resource.projectUuid);
  return [...new Map(members.map((member) => [member.user.uuid, member])).values()];
}
