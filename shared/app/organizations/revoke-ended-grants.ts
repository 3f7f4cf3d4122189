import { LOG } from '#shared/contracts/telemetry';
import { grantUuid, type RoleGrant } from '#shared/domain/organizations/role';
import { VersionConflict } from '#shared/errors';
import type { EventBus, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type EndMembershipsDeps, endMemberships } from '../cluster-access/end-memberships.ts';
import { mailEndedGrant } from './mail-ended-grant.ts';

/** What five minutes are enough for; the others are there in the next run, and have not held since they ended. */
const PER_RUN = 1000;

type RecordedNode = 'users' | 'grants' | 'customers' | 'projects' | 'mails';
type Deps = EndMembershipsDeps & { store: Pick<Store, RecordedNode>; events: EventBus; log: Logger };

/** The bus is told first: a run that ends in between tells again, under the same `grantUuid` and `expiresAt`, and loses nobody. */
async function revoke(deps: Deps, grant: RoleGrant): Promise<void> {
  const { store, events } = deps;
  const { userUuid, role, scopeType, scopeUuid, customerUuid, createdByUuid, expiresAt } = grant;
  const detail = { userUuid, role, scopeType, scopeUuid, customerUuid, createdByUuid, expiresAt };
  await events.publish({ type: 'role.expired', detail: { grantUuid: grantUuid(grant), ...detail } });
  const user = await store.users.find(userUuid);
  if (user) await endMemberships(deps, user, grant, deps.ids.uuid());
  await store.commit(store.grants.remove(grant), ...(await mailEndedGrant(deps, grant)));
}

/**
 * Removes the roles whose time is over, ends what rests on them, and says so to the people concerned and on the bus (`role.expired`). The
 * roles have not held since.
 * @returns how many it was
 * @throws AggregateError of those it could not be done for, so that the run counts as failed
 */
export async function revokeEndedGrants(deps: Deps): Promise<number> {
  const { store, clock, log } = deps;
  const ended = await store.grants.listEnded(clock.now(), PER_RUN);
  const errors: unknown[] = [];
  for (const grant of ended) {
    try {
      await revoke(deps, grant);
    } catch (error) {
      // Somebody gave the role anew, or another run was faster.
      if (error instanceof VersionConflict) continue;
      log.error(LOG.endedRoleNotRevoked, { userUuid: grant.userUuid, scopeUuid: grant.scopeUuid, error });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} roles that have ended were not revoked`);
  return ended.length;
}
