import type { User } from '#shared/domain/identity/user';
import type { Mail } from '#shared/domain/mail/mail';
import { grantUuid, type RoleGrant } from '#shared/domain/organizations/role';
import { ROLE_WORDS } from '#shared/domain/organizations/role-words';
import type { Store, Write } from '#shared/ports/store';
import { listHolders } from '../identity/list-members.ts';

type Deps = { store: Pick<Store, 'users' | 'grants' | 'customers' | 'projects' | 'mails'> };

/** A transaction takes 25 writes, and a scope may have many managers: the longest-standing get the e-mail. */
const MOST_MANAGERS = 20;

/** A project's managers, or, if there are none, the users who may appoint one. */
async function managersOf(deps: Deps, { scopeType, scopeUuid, customerUuid }: RoleGrant): Promise<User[]> {
  const managers = scopeType === 'project' ? await listHolders(deps, scopeUuid, 'PROJECT.MANAGER') : [];
  return managers.length > 0 ? managers : listHolders(deps, customerUuid, 'CUSTOMER.OWNER');
}

async function scopeName({ store }: Deps, { scopeType, scopeUuid }: RoleGrant): Promise<string | undefined> {
  const scope = await (scopeType === 'project' ? store.projects.find(scopeUuid) : store.customers.find(scopeUuid));
  return scope?.name;
}

/** One e-mail to the user who had the role, and one to each manager of the scope. */
export async function mailEndedGrant(deps: Deps, grant: RoleGrant): Promise<Write[]> {
  const { store } = deps;
  const [holder, scope] = await Promise.all([store.users.find(grant.userUuid), scopeName(deps, grant)]);
  if (holder === undefined || scope === undefined) return [];
  const managers = (await managersOf(deps, grant)).filter(({ uuid }) => uuid !== holder.uuid).slice(0, MOST_MANAGERS);
  const recipients = [holder, ...managers].filter(({ isActive, email }) => isActive && email !== '');
  const { role, scopeType, expiresAt: endedAt = '' } = grant;
  const values = { username: holder.username, role: ROLE_WORDS[role], scopeType, scope, endedAt };
  return recipients.map(({ uuid, email }): Write => {
    const key = `grant-ended/${grantUuid(grant)}/${endedAt}/${uuid}`;
    const mail: Mail = { key, to: email, template: 'grant-ended', values };
    return store.mails.insert(mail);
  });
}
