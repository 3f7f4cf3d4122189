import { LOG } from '#shared/contracts/telemetry';
import type { User } from '#shared/domain/identity/user';
import type { Mail } from '#shared/domain/mail/mail';
import { grantUuid, ROLE_TITLES, type RoleGrant } from '#shared/domain/organizations/role';
import { VersionConflict } from '#shared/errors';
import type { EventBus, Logger } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { type EndMembershipsDeps, endMemberships } from '../cluster-access/end-memberships.ts';
import { listHolders } from '../identity/list-members.ts';

/**
 * How many roles one run removes, so that the run ends within five minutes. Later runs remove the remaining roles. In
 * the meantime an expired role gives no rights.
 */
const PER_RUN = 1000;

type RecordedNode = 'users' | 'grants' | 'customers' | 'projects' | 'mails';
type Deps = EndMembershipsDeps & { store: Pick<Store, RecordedNode>; events: EventBus; log: Logger };

/**
 * Removes one expired role. The event is sent first, so that it is never lost. After an interruption, the next run
 * sends it again with the same `grantUuid` and `expiresAt`.
 */
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
 * Removes expired roles, and everything that depends on them. Sends e-mails to the users concerned, and an event
 * (`role.expired`). A role gives no rights once it has expired, even before it is removed here.
 * @returns how many roles had expired
 * @throws AggregateError with the failures, so that the run counts as failed
 */
export async function revokeEndedGrants(deps: Deps): Promise<number> {
  const { store, clock, log } = deps;
  const ended = await store.grants.listEnded(clock.now(), PER_RUN);
  const errors: unknown[] = [];
  for (const grant of ended) {
    try {
      await revoke(deps, grant);
    } catch (error) {
      // Meanwhile somebody has granted the role again, or another run has removed it.
      if (error instanceof VersionConflict) continue;
      log.error(LOG.endedRoleNotRevoked, { userUuid: grant.userUuid, scopeUuid: grant.scopeUuid, error });
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} roles that have ended were not revoked`);
  return ended.length;
}

type MailDeps = { store: Pick<Store, 'users' | 'grants' | 'customers' | 'projects' | 'mails'> };

/**
 * Maximum number of managers who get the e-mail, because a transaction is limited to 25 writes. If there are more, the
 * managers who have had their role longest get it.
 */
const MAX_MANAGERS = 20;

/**
 * Returns the managers of the project. If the role is in a customer, or the project has no manager, returns the owners
 * of the customer.
 */
async function managersOf(deps: MailDeps, { scopeType, scopeUuid, customerUuid }: RoleGrant): Promise<User[]> {
  const managers = scopeType === 'project' ? await listHolders(deps, scopeUuid, 'PROJECT.MANAGER') : [];
  return managers.length > 0 ? managers : listHolders(deps, customerUuid, 'CUSTOMER.OWNER');
}

async function scopeName({ store }: MailDeps, { scopeType, scopeUuid }: RoleGrant): Promise<string | undefined> {
  const scope = await (scopeType === 'project' ? store.projects.find(scopeUuid) : store.customers.find(scopeUuid));
  return scope?.name;
}

/**
 * Returns the writes that queue the e-mails: one to the user who had the role, and one to each manager of the project
 * or customer.
 */
async function mailEndedGrant(deps: MailDeps, grant: RoleGrant): Promise<Write[]> {
  const { store } = deps;
  const [holder, scope] = await Promise.all([store.users.find(grant.userUuid), scopeName(deps, grant)]);
  if (holder === undefined || scope === undefined) return [];
  const managers = (await managersOf(deps, grant)).filter(({ uuid }) => uuid !== holder.uuid).slice(0, MAX_MANAGERS);
  const recipients = [holder, ...managers].filter(({ isActive, email }) => isActive && email !== '');
  const { role, scopeType, expiresAt: endedAt = '' } = grant;
  const values = { username: holder.username, role: ROLE_TITLES[role], scopeType, scope, endedAt };
  return recipients.map(({ uuid, email }): Write => {
    const key = `grant-ended/${grantUuid(grant)}/${endedAt}/${uuid}`;
    const mail: Mail = { key, to: email, template: 'grant-ended', values };
    return store.mails.insert(mail);
  });
}
