import { z } from 'zod';
import { type CredentialCheck, failedCheck } from '#shared/domain/providers/credential-check';
import { BackendConflict, BackendNotFound, BackendUnauthorized } from '../../errors.ts';
import { path } from '../json-client.ts';
import type { KubernetesSession } from './cluster-secrets.ts';

/** Rights on Secrets that Paddock needs to register, find and remove a cluster in Argo CD. */
const VERBS = ['create', 'patch', 'get', 'delete'] as const;
const TRIED = { name: 'Argo CD’s API', address: 'argocd_k8s_kubeconfig', credential: 'argocd_k8s_kubeconfig' };
const review = z.object({ status: z.object({ allowed: z.boolean() }) });

/**
 * Checks that Kubernetes accepts the credential, and that the credential may manage secrets in Argo CD's namespace.
 * Writes nothing.
 */
export async function checkArgocd(session: KubernetesSession): Promise<CredentialCheck[]> {
  try {
    const allowed = await Promise.all(VERBS.map((verb) => isAllowed(session, verb)));
    const lacking = VERBS.filter((_verb, index) => !allowed[index]);
    const accepted = { option: TRIED.credential, ok: true, message: 'The API accepts the credential.' };
    return [accepted, { option: 'argocd_k8s_namespace', ...(await checkNamespace(session, lacking)) }];
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) return [failedCheck(error, TRIED)];
    const message = `The API does not accept the credential; make a new one. ${error.message}`;
    return [{ option: TRIED.credential, ok: false, message }];
  }
}

async function isAllowed({ namespace, call }: KubernetesSession, verb: string): Promise<boolean> {
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { namespace, verb, resource: 'secrets' } },
  };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  return (await call({ op: 'checkAccess', method: 'POST', path, body, reply: review })).status.allowed;
}

async function checkNamespace(
  session: KubernetesSession,
  lacking: string[],
): Promise<{ ok: boolean; message: string }> {
  const { namespace } = session;
  if (lacking.length > 0) {
    const message = `The credential may not ${lacking.join(', ')} secrets in namespace ${namespace}: grant this right by a Role in that namespace.`;
    return { ok: false, message };
  }
  if (await isThere(session))
    return { ok: true, message: `The credential can manage Secrets in namespace ${namespace}.` };
  return { ok: false, message: `There is no namespace ${namespace}: enter the namespace that Argo CD runs in.` };
}

/**
 * Whether the namespace exists. Kubernetes also reports rights in missing namespaces, so the check tries to create a
 * Secret there, as a dry run.
 */
async function isThere({ namespace, call }: KubernetesSession): Promise<boolean> {
  const body = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'paddock-check', namespace } };
  const request = { op: 'tryNamespace', method: 'POST', query: { dryRun: 'All' }, body, reply: z.unknown() } as const;
  try {
    await call({ ...request, path: path`/api/v1/namespaces/${namespace}/secrets` });
  } catch (error) {
    if (error instanceof BackendNotFound) return false;
    if (!(error instanceof BackendConflict)) throw error;
  }
  return true;
}
