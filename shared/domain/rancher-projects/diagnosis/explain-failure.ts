import { BackendNotFound, BackendUnauthorized, Misconfigured } from '../../../errors.ts';
import { explainFailure, type Tried } from '../../providers/credential-check.ts';
import { type CheckName, type Finding, failed } from './finding.ts';

/** Names from the provider's Keycloak settings, for messages. */
export type Named = { realm: string; userRealm: string; username: string };

const RANCHER = { name: 'Rancher', address: 'backend_url', tls: 'tls_verify', credential: 'password' };
const KEYCLOAK = {
  name: 'Keycloak',
  address: 'keycloak_url',
  tls: 'keycloak_ssl_verify',
  credential: 'keycloak_password',
};
/**
 * What each check uses the Rancher access key for. If the key lacks the right to do this, the finding says so with this
 * text.
 */
const PURPOSES: Partial<Record<CheckName, string>> = {
  cluster: 'see the cluster',
  cluster_connection: 'read the Kubernetes API of the cluster',
  projects: 'list the projects of the cluster',
  role_template: 'list role templates',
  namespace_labels: 'list the nodes of the cluster',
  kyverno: 'read which kinds of objects the cluster has',
  gpu_policies: 'read policies of Kyverno in the cluster',
};

function triedBy(name: CheckName): Tried {
  const purpose = PURPOSES[name];
  return { ...(name.startsWith('keycloak') ? KEYCLOAK : RANCHER), ...(purpose !== undefined && { purpose }) };
}

const isRefused = (error: unknown): boolean => error instanceof BackendUnauthorized && error.details.status !== 403;

/**
 * Explains a failure by the causes that the site agent's documentation names. Undefined if the documentation names no
 * cause of this failure.
 */
function knownCause(name: CheckName, error: unknown, { realm, userRealm, username }: Named): Finding | undefined {
  if (!name.startsWith('keycloak')) {
    if (!isRefused(error)) return undefined;
    return failed(
      'Rancher does not accept the access key (401 Unauthorized).',
      'Check access key and secret key, that the key is not limited to the scope of one cluster, that it has not expired, and that backend_url is the address of Rancher without a path such as /v3.',
    );
  }
  if (error instanceof Misconfigured || error instanceof BackendNotFound) {
    const missing = name === 'keycloak_login' ? userRealm : realm;
    return failed(
      `Keycloak has no realm ${missing}, or is not at this address (404).`,
      `Check keycloak_url with and without /auth at its end, the name of the realm, and that ${username} is a user of realm ${userRealm} (keycloak_user_realm).`,
    );
  }
  if (!(error instanceof BackendUnauthorized)) return undefined;
  if (name === 'keycloak_login') {
    const message = `Realm ${userRealm} does not let ${username} log in with this password.`;
    return failed(message, 'Check keycloak_username, keycloak_password and keycloak_user_realm.');
  }
  return failed(
    `User ${username} may not manage groups in realm ${realm} (403 Forbidden).`,
    `Give ${username} the role manage-users of the client realm-management, in realm ${realm}.`,
  );
}

const sentence = (text: string): string => (text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`);

/** Explains why a check failed. An error that does not come from a backend is thrown again. */
export function explained(name: CheckName, error: unknown, named: Named): Finding {
  const known = knownCause(name, error, named);
  if (known) return known;
  const { option, cause, advice } = explainFailure(error, triedBy(name));
  return failed(`${cause} (${option}).`, sentence(advice));
}
