import { z } from 'zod';
import type { JsonClient } from '#shared/adapters/json-client';
import {
  CHECK_TIMEOUT_MS,
  type CredentialCheck,
  failedCheck,
  passedCheck,
  type Tried,
} from '#shared/domain/providers/credential-check';
import { Misconfigured } from '#shared/errors';
import type { CloudSession } from './cloud-session.ts';
import type { UnscopedLogin } from './keystone-login.ts';
import { listOwnProjects, type OwnProject } from './own-projects.ts';
import { SERVICES, type Service } from './service-catalog.ts';

const TRIED: Tried = { name: 'Keystone', address: 'backend_url', tls: 'tls_verify', credential: 'password' };

/** For each service, the list that an order reads first. The check reads one item of this list. */
const READ: Readonly<Record<Service, { what: string; path: string }>> = {
  compute: { what: 'flavors', path: '/flavors' },
  network: { what: 'subnets', path: '/subnets' },
  volume: { what: 'volume types', path: '/types' },
  image: { what: 'images', path: '/images' },
  'load-balancer': { what: 'load balancers', path: '/lbaas/loadbalancers' },
};

/** Checks that the account can log in to a project and read the lists that orders need. Writes nothing. */
export async function checkAccount(
  keystone: JsonClient,
  login: UnscopedLogin,
  open: (projectId: string) => CloudSession,
): Promise<CredentialCheck[]> {
  let project: OwnProject | undefined;
  try {
    [project] = await listOwnProjects(keystone, login, CHECK_TIMEOUT_MS);
  } catch (error) {
    return [failedLogin(error)];
  }
  const { username } = login.account;
  const reached = loggedIn(username);
  if (!project) {
    const message = `${username} has no role in any project. Grant a role in the project of each tenant that has no credential of its own.`;
    return [...reached, { option: 'username', ok: false, message }];
  }
  const session = open(project.id);
  return [...reached, ...(await checkServices(session))];
}

export function checkServices(session: CloudSession): Promise<CredentialCheck[]> {
  const services: Service[] = ['compute', 'network', 'volume', 'image'];
  return Promise.all([...services.map((service) => checkService(session, service)), checkLoadBalancers(session)]);
}

/**
 * Only clusters of Cluster API need Octavia. So the check also passes if the cloud has no Octavia, or if the account
 * may not use Octavia.
 */
async function checkLoadBalancers(session: CloudSession): Promise<CredentialCheck> {
  if (!(await session.has('load-balancer'))) {
    const missing =
      'The service catalog of the cloud has no Octavia: clusters of Cluster API cannot have load balancers.';
    return passedCheck('region', missing);
  }
  const check = await checkService(session, 'load-balancer');
  return check.ok
    ? check
    : { ...check, ok: true, message: `${check.message} Only clusters of Cluster API need Octavia.` };
}

export const loggedIn = (username: string): CredentialCheck[] => [
  passedCheck('backend_url', 'Keystone answers.'),
  passedCheck('password', `${username} can log in.`),
];

export function failedLogin(error: unknown): CredentialCheck {
  const check = failedCheck(error, TRIED);
  if (check.option !== TRIED.credential || error instanceof Misconfigured) return check;
  const message = 'Keystone does not accept the account: check username, password and user_domain_name.';
  return { ...check, message };
}

async function checkService(session: CloudSession, service: Service): Promise<CredentialCheck> {
  const { name } = SERVICES[service];
  const { what, path } = READ[service];
  try {
    const query = { limit: 1 };
    await session.call(service, {
      op: 'check',
      method: 'GET',
      path,
      query,
      reply: z.unknown(),
      timeoutMs: CHECK_TIMEOUT_MS,
    });
    return passedCheck('username', `${name} lists ${what}.`);
  } catch (error) {
    // Keystone's catalogue does not have this service, or has it only in another region.
    if (error instanceof Misconfigured) return { option: 'region', ok: false, message: error.message };
    const tried = { ...TRIED, name, credential: 'username', purpose: `list ${what}` };
    return failedCheck(error, tried);
  }
}
