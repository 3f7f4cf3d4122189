import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { secretName } from '#shared/domain/_core/secret-name';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { roleId } from './prepare-cloud.ts';

const id = z.object({ id: z.string() });
const nothing = z.unknown();

type Scope = { project: { id: string } } | { domain: { id: string } };
export type Account = { username: string; password: string; scope: Scope };

/** Accounts in a domain that contains only these accounts and the project `home`. */
export type PreparedAccounts = {
  domain: { id: string; name: string };
  homeId: string;
  projectAdmin: Account;
  /** An account with the role `admin` on the domain, and no role in a project. */
  domainAdmin: Account;
  /** An account with the role `manager` on the domain, and no role in a project. */
  domainManager: Account;
  projectManager: Account;
  /** Removes the accounts and all projects of the domain. */
  remove(): Promise<void>;
};

export async function prepareAccounts({ cloud: { admin } }: CloudUnderTest): Promise<PreparedAccounts> {
  const name = `contract-${randomUUID().slice(0, 8)}`;
  const identity = <T>(method: string, path: string, reply: z.ZodType<T>, body?: unknown) =>
    admin.ask('identity', method, path, reply, body);
  const { domain } = await identity('POST', '/domains', z.object({ domain: id }), { domain: { name } });
  const home = { name: 'home', domain_id: domain.id };
  const { project } = await identity('POST', '/projects', z.object({ project: id }), { project: home });
  const userIds: string[] = [];

  async function account(username: string, role: string, scope: Scope): Promise<Account> {
    const password = randomUUID();
    const given = { name: username, password, domain_id: domain.id };
    const { user } = await identity('POST', '/users', z.object({ user: id }), { user: given });
    userIds.push(user.id);
    const place = 'project' in scope ? `/projects/${scope.project.id}` : `/domains/${scope.domain.id}`;
    await identity('PUT', `${place}/users/${user.id}/roles/${await roleId(admin, role)}`, nothing);
    return { username, password, scope };
  }

  return {
    domain: { id: domain.id, name },
    homeId: project.id,
    projectAdmin: await account('project-admin', 'admin', { project: { id: project.id } }),
    domainAdmin: await account('domain-admin', 'admin', { domain: { id: domain.id } }),
    domainManager: await account('domain-manager', 'manager', { domain: { id: domain.id } }),
    projectManager: await account('project-manager', 'manager', { project: { id: project.id } }),
    async remove() {
      const ofDomain = `/projects?domain_id=${domain.id}`;
      const { projects } = await identity('GET', ofDomain, z.object({ projects: z.array(id) }));
      for (const it of projects) await identity('DELETE', `/projects/${it.id}`, nothing);
      for (const userId of userIds) await identity('DELETE', `/users/${userId}`, nothing);
      await identity('PATCH', `/domains/${domain.id}`, nothing, { domain: { enabled: false } });
      await identity('DELETE', `/domains/${domain.id}`, nothing);
    },
  };
}

/** The cloud's settings with this account, in the form that `CloudUnderTest.sessions` takes. */
export const settingsWith = (
  { settings }: CloudUnderTest,
  { username, password }: Account,
  userDomainName: string,
) => ({
  secrets: { [secretName('test', 'openstack', settings.uuid)]: { username, password } },
  options: { userDomainName },
});
