import { z } from 'zod';
import { type JsonClient, path } from '#shared/adapters/json-client';
import {
  CHECK_TIMEOUT_MS,
  type CredentialCheck,
  failedCheck,
  passedCheck,
} from '#shared/domain/providers/credential-check';
import { Misconfigured } from '#shared/errors';
import { checkServices, failedLogin, loggedIn } from './check-account.ts';
import type { CloudSession } from './cloud-session.ts';
import type { UnscopedLogin } from './keystone-login.ts';
import { findHomeProject, listOwnProjects, noHomeText } from './own-projects.ts';
import { domainIdOf, joiningRoleId } from './projects.ts';
import { SERVICES, type Service } from './service-catalog.ts';

/**
 * Paths of quotas. Each service shows quotas of the token's own project to everybody, and quotas of other projects only
 * to administrators.
 */
const QUOTAS: readonly [Service, collection: string][] = [
  ['compute', '/os-quota-sets'],
  ['network', '/quotas'],
  ['volume', '/os-quota-sets'],
];
const listedProject = z.object({ id: z.string(), domain_id: z.string() });

/**
 * Checks that the cloud's account can create projects, join them and set their quotas. The account must have the role
 * `admin` in a project. Clouds may limit what this role permits, so the check also reads quotas that only
 * administrators may read. Writes nothing.
 */
export async function checkAdmin(
  keystone: JsonClient,
  login: UnscopedLogin,
  open: (projectId: string) => CloudSession,
  domainName: string | undefined,
): Promise<CredentialCheck[]> {
  const { username } = login.account;
  let home: Awaited<ReturnType<typeof findHomeProject<CloudSession>>>;
  try {
    home = await findHomeProject(await listOwnProjects(keystone, login, CHECK_TIMEOUT_MS), open);
  } catch (error) {
    return [failedLogin(error)];
  }
  if (!home) return [...loggedIn(username), { option: 'username', ok: false, message: noHomeText(username) }];
  const isAdmin = passedCheck('username', `${username} is admin in the project ${home.project.name}.`);
  const [rights, services] = await Promise.all([rightsIn(home.session, domainName), checkServices(home.session)]);
  return [...loggedIn(username), isAdmin, ...rights, ...services];
}

async function rightsIn(session: CloudSession, domainName: string | undefined): Promise<CredentialCheck[]> {
  const keystone = await tried('Keystone', 'create projects and join them', async () => {
    await joiningRoleId(session);
    return otherProjectIn(session, domainName);
  });
  if (keystone.value === undefined) return [keystone.check];
  const projectId = keystone.value;
  const quotas = QUOTAS.map(async ([service, collection]) => {
    const read = () => session.call(service, { ...CHECK, path: collection + path`/${projectId}` });
    return (await tried(SERVICES[service].name, 'set quotas of other projects', read)).check;
  });
  return [keystone.check, ...(await Promise.all(quotas))];
}

const CHECK = { op: 'check', method: 'GET', reply: z.unknown(), timeoutMs: CHECK_TIMEOUT_MS } as const;

/**
 * The id of a project in the domain. If possible, it is not the token's own project, because every account may read the
 * quotas of its own project.
 */
async function otherProjectIn(session: CloudSession, domainName: string | undefined): Promise<string> {
  const [{ projectId }, domain_id] = await Promise.all([session.token(), domainIdOf(session, domainName)]);
  const projects = await session.list('identity', {
    op: 'check',
    path: '/projects',
    collection: 'projects',
    item: listedProject,
    timeoutMs: CHECK_TIMEOUT_MS,
    where: { domain_id: { is: domain_id, of: (it) => it.domain_id } },
  });
  return projects.find(({ id }) => id !== projectId)?.id ?? projectId;
}

async function tried<T>(
  name: string,
  purpose: string,
  read: () => Promise<T>,
): Promise<{ check: CredentialCheck; value?: T }> {
  try {
    const value = await read();
    return { check: passedCheck('username', `${name} lets the account ${purpose}.`), value };
  } catch (error) {
    if (error instanceof Misconfigured) return { check: { option: 'domain_name', ok: false, message: error.message } };
    const about = { name, address: 'backend_url', tls: 'tls_verify', credential: 'username', purpose };
    return { check: failedCheck(error, about) };
  }
}
