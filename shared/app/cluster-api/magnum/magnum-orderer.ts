import { isRancherOffering, type Offering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Clock } from '#shared/ports/runtime';
import { callerWith, type MagnumCaller } from './magnum-caller.ts';

/**
 * The caller as whom something is ordered, or a cluster is changed. If the offering's option `magnum_api` is `members`,
 * a member decides about prices like a manager.
 */
export function magnumOrderer(
  { clock }: { clock: Clock },
  { caller, project, role }: Pick<MagnumCaller, 'caller' | 'project' | 'role'>,
  offering: Offering | undefined,
): Caller {
  const sells = offering && isRancherOffering(offering) ? offering.pluginOptions.magnum_api : undefined;
  return role === 'member' && sells === 'members' ? callerWith(caller.user, project, 'manager', clock.now()) : caller;
}
