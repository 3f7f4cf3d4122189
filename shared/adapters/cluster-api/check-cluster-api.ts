import { z } from 'zod';
import { versionChecks } from '#shared/domain/cluster-api/tested-versions';
import type { ClusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import { type CredentialCheck, failedCheck, passedCheck } from '#shared/domain/providers/credential-check';
import { BackendNotFound, BackendUnauthorized } from '../../errors.ts';
import type { JsonClient } from '../json-client.ts';
import { readVersions } from './management-versions.ts';
import { objectClient } from './object-client.ts';

const TESTED = {
  name: 'The management Kubernetes API',
  address: 'backend_url',
  tls: 'ca_certificate',
  credential: 'token',
};
const VERBS = ['create', 'patch', 'get', 'list', 'delete'] as const;
/** Resources that the check always asks about: clusters of Cluster API, and the secrets that hold credentials. */
const RESOURCES = [
  { group: 'cluster.x-k8s.io', resource: 'clusters' },
  { group: '', resource: 'secrets' },
];
/** If the provider has relays, the check also asks about the resources through which Cluster API reaches clusters. */
const RELAY_RESOURCES = [
  { group: '', resource: 'services' },
  { group: 'discovery.k8s.io', resource: 'endpointslices' },
];

type Place = Pick<ClusterApiOptions, 'namespace' | 'infrastructure'> & { backend: string; hasRelays: boolean };
const review = z.object({ status: z.object({ allowed: z.boolean() }) });

/**
 * Checks that Kubernetes accepts the token, and that the token may write in the namespace. Reports versions. Writes
 * nothing.
 */
export async function checkClusterApi(client: JsonClient, place: Place): Promise<CredentialCheck[]> {
  try {
    const lacking = await lackingRights(client, place);
    return [
      passedCheck('backend_url', 'The API answers.'),
      passedCheck('token', 'The API accepts the token.'),
      { option: 'namespace', ...(await namespaceCheck(client, place.namespace, lacking)) },
      ...(await checkedVersions(client, place)),
    ];
  } catch (error) {
    return [failedCheck(error, TESTED)];
  }
}

async function lackingRights(client: JsonClient, { namespace, hasRelays }: Place): Promise<string[]> {
  const resources = [...RESOURCES, ...(hasRelays ? RELAY_RESOURCES : [])];
  const asked = resources.flatMap((of) => VERBS.map((verb) => ({ ...of, verb })));
  const allowed = await Promise.all(asked.map((one) => isAllowed(client, { ...one, namespace })));
  const missing = asked.filter((_one, index) => !allowed[index]);
  return resources.flatMap(({ resource }) => {
    const verbs = missing.filter((one) => one.resource === resource).map(({ verb }) => verb);
    return verbs.length > 0 ? [`${verbs.join(', ')} ${resource}`] : [];
  });
}

async function isAllowed(client: JsonClient, resourceAttributes: Record<string, string>): Promise<boolean> {
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  return (await client({ op: 'checkAccess', method: 'POST', path, body, reply: review })).body.status.allowed;
}

type Result = Omit<CredentialCheck, 'option'>;
async function namespaceCheck(client: JsonClient, namespace: string, lacking: string[]): Promise<Result> {
  if (lacking.length > 0) {
    const what = lacking.join(' or ');
    const message = `The token may not ${what} in namespace ${namespace}: grant this right by a Role in that namespace.`;
    return { ok: false, message };
  }
  if (await isThere(client, namespace)) return { ok: true, message: `Clusters can be made in namespace ${namespace}.` };
  return { ok: false, message: `There is no namespace ${namespace}: create it, or enter another one.` };
}

/**
 * Whether the namespace exists. Kubernetes also reports rights in missing namespaces, so the check tries an apply as a
 * dry run.
 */
async function isThere(client: JsonClient, namespace: string): Promise<boolean> {
  const kind = { apiVersion: 'v1', kind: 'Secret' };
  const secret = { ...kind, metadata: { name: 'paddock-check', namespace } };
  const ask = objectClient(client, {});
  try {
    await ask({
      ...{ op: 'tryNamespace', kind, reply: z.unknown() },
      ask: (api) => api.patch(secret, undefined, 'All', 'paddock', true, 'application/apply-patch+yaml'),
    });
    return true;
  } catch (error) {
    if (error instanceof BackendNotFound) return false;
    throw error;
  }
}

/**
 * Checks the versions. `readVersions` reads the versions from Deployments in all namespaces, which needs a separate
 * right.
 */
async function checkedVersions(client: JsonClient, { backend, infrastructure }: Place): Promise<CredentialCheck[]> {
  try {
    return versionChecks(await readVersions(client, objectClient(client, {}), backend), infrastructure);
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) throw error;
    const message =
      'Versions of Cluster API cannot be read: grant the token the right to list deployments in all namespaces.';
    return [{ option: 'token', ok: false, message }];
  }
}
