import { z } from 'zod';
import type { CredentialCheck } from '../../domain/credential-check.ts';
import { failedCheck } from '../../domain/failed-check.ts';
import { BackendUnauthorized } from '../../errors.ts';
import type { KubernetesSession } from './kubernetes-session.ts';

/** What registering a cluster, looking for it and removing it ask. */
const VERBS = ['create', 'patch', 'get', 'delete'] as const;
const TRIED = { name: 'Argo CD’s API', address: 'argocd_k8s_kubeconfig', credential: 'argocd_k8s_kubeconfig' };
const review = z.object({ status: z.object({ allowed: z.boolean() }) });

/** Whether the credential is accepted, and may keep secrets in Argo CD's namespace; nothing is written. */
export async function checkArgocd({ namespace, call }: KubernetesSession): Promise<CredentialCheck[]> {
  const mayI = async (verb: string): Promise<boolean> => {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { namespace, verb, resource: 'secrets' } },
    };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    return (await call({ op: 'checkAccess', method: 'POST', path, body, reply: review })).status.allowed;
  };
  try {
    const allowed = await Promise.all(VERBS.map(mayI));
    const lacking = VERBS.filter((_verb, index) => !allowed[index]);
    const accepted = { option: 'argocd_k8s_kubeconfig', ok: true, message: 'The API accepts the credential.' };
    if (lacking.length === 0) {
      const message = `Secrets can be kept in namespace ${namespace}.`;
      return [accepted, { option: 'argocd_k8s_namespace', ok: true, message }];
    }
    const message = `The credential may not ${lacking.join(', ')} secrets in namespace ${namespace}: grant it by a Role there.`;
    return [accepted, { option: 'argocd_k8s_namespace', ok: false, message }];
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) return [failedCheck(error, TRIED)];
    const message = `The API does not accept the credential; make a new one. ${error.message}`;
    return [{ option: TRIED.credential, ok: false, message }];
  }
}
