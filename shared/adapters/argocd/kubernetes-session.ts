import type { KubernetesAccess } from '#shared/domain/cluster-access/kubeconfig';
import type { JsonCall, JsonClient } from '../json-client.ts';

/** The API of the cluster where Argo CD runs, with the provider's credential. */
export type KubernetesSession = {
  /** The namespace of Argo CD. */
  readonly namespace: string;
  call<T>(call: JsonCall<T>): Promise<T>;
};

/** The connection sends a client certificate; each call sends a token. */
export const kubernetesSession = (
  client: JsonClient,
  { namespace, login }: { namespace: string } & Pick<KubernetesAccess, 'login'>,
): KubernetesSession => ({
  namespace,
  async call(request) {
    const headers = { ...('token' in login && { authorization: `Bearer ${login.token}` }), ...request.headers };
    return (await client({ ...request, headers })).body;
  },
});
