import { readFileSync } from 'node:fs';
import { OperatorError } from '#infra/local/operator-error';

export const BACKENDS = ['rancher', 'openstack', 'keycloak', 'vault', 'argocd'] as const;
export type Backend = (typeof BACKENDS)[number];
type Environment = NodeJS.ProcessEnv;

/**
 * The access data for one kind of backend, and a description of the objects that the backend's suite creates. The suite
 * uses its own names and removes its objects.
 */
type Kind = {
  readonly title: string;
  /** The environment variable with address and credentials as JSON for the suite. */
  readonly variable: string;
  readonly suite: string;
  readonly makes: string;
  access(address: string, env: Environment): object;
};

/**
 * @throws OperatorError if the variable is not set. Credentials come from the environment, never from the command line.
 */
function need(env: Environment, name: string, of: string): string {
  const value = env[name];
  if (value) return value;
  throw new OperatorError(`${of} needs its credentials in the environment: set ${name} and try again.`);
}

function rancherAccess(url: string, env: Environment): object {
  const of = '--rancher';
  const [id, secret] = env.RANCHER_TOKEN?.split(':') ?? [];
  return {
    url,
    access_key: id ?? need(env, 'RANCHER_ACCESS_KEY', of),
    secret_key: secret ?? need(env, 'RANCHER_SECRET_KEY', of),
  };
}

function openstackAccess(auth_url: string, env: Environment): object {
  const of = '--openstack';
  return {
    auth_url,
    ...(env.OS_REGION_NAME && { region: env.OS_REGION_NAME }),
    admin: {
      username: need(env, 'OS_USERNAME', of),
      password: need(env, 'OS_PASSWORD', of),
      project_name: need(env, 'OS_PROJECT_NAME', of),
      ...(env.OS_USER_DOMAIN_NAME && { user_domain_name: env.OS_USER_DOMAIN_NAME }),
    },
  };
}

function keycloakAccess(url: string, env: Environment): object {
  const of = '--keycloak';
  const admin = { username: need(env, 'KEYCLOAK_USER', of), password: need(env, 'KEYCLOAK_PASSWORD', of) };
  return { url, admin };
}

export const KINDS: Readonly<Record<Backend, Kind>> = {
  rancher: {
    ...{ title: 'Rancher', variable: 'PADDOCK_REAL_RANCHER', suite: 'test/contracts/rancher.contract.test.ts' },
    makes:
      'some thirty clusters contract-… without machines, their tokens, projects, role bindings and secrets; users contract-… and paddock-…; with a cloud, a cluster certify-pools of six machines at most; with CERTIFY_CLUSTER, a project certify-… with a namespace in that cluster',
    access: rancherAccess,
  },
  openstack: {
    ...{ title: 'OpenStack', variable: 'PADDOCK_REAL_OPENSTACK', suite: 'test/contracts/openstack.contract.test.ts' },
    makes: 'projects and users contract-…, with networks, ports, servers and volumes in them, a flavor and an image',
    access: openstackAccess,
  },
  keycloak: {
    ...{ title: 'Keycloak', variable: 'PADDOCK_REAL_KEYCLOAK', suite: 'test/contracts/keycloak.contract.test.ts' },
    makes: 'realms of their own, with clients, groups and users in them',
    access: keycloakAccess,
  },
  vault: {
    ...{ title: 'Vault', variable: 'PADDOCK_REAL_VAULT', suite: 'test/contracts/vault.contract.test.ts' },
    makes: 'policies, AppRoles and secrets rancher-…',
    access: (url, env) => ({ url, token: need(env, 'VAULT_TOKEN', '--vault') }),
  },
  argocd: {
    ...{ title: 'Argo CD', variable: 'PADDOCK_REAL_KUBERNETES', suite: 'test/contracts/argocd.contract.test.ts' },
    makes: 'secrets cluster-… in the namespace of Argo CD',
    access: (file, env) => ({ kubeconfig: parseKubeconfig(file), namespace: env.ARGOCD_NAMESPACE || 'argocd' }),
  },
};

function parseKubeconfig(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new OperatorError(`--argocd takes the file of a kubeconfig, and ${file} cannot be read.`);
  }
}

export type Target = { readonly backend: Backend; readonly address: string; readonly access: object };

/**
 * The targets from the flags. For backends without a flag, the targets from the environment variables of `npm run
 * test:real`.
 */
export function targetsOf(flags: Partial<Record<Backend, string>>, env: Environment): Target[] {
  return BACKENDS.flatMap((backend): Target[] => {
    const { variable, access } = KINDS[backend];
    const address = flags[backend];
    if (address !== undefined) return [{ backend, address, access: access(address, env) }];
    const given = env[variable];
    return given ? [{ backend, address: variable, access: JSON.parse(given) }] : [];
  });
}
