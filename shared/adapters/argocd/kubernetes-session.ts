import type { KubernetesAccess } from '#shared/domain/cluster-access/kubeconfig';
import type { JsonCall, JsonClient } from '../json-client.ts';

/** The API of the cluster where Argo CD runs, under the provider's own credential. */
export type KubernetesSession = {
  /** Argo CD's. */
  readonly namespace: string;
  call<T>(call: JsonCall<T>): Promise<T>;
};

/** A client certificate is the connection's matter; a token goes with each call. */
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
