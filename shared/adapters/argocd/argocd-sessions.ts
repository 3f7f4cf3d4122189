import { type KubernetesAccess, parseKubeconfig, UnusableKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import { argocdSecret } from '#shared/domain/providers/service-settings';
import { Misconfigured } from '../../errors.ts';
import type { ArgocdSessions } from '../../ports/argocd.ts';
import { connectJson, type JsonClient, withCallTimeout } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions } from '../read-settings-secret.ts';
import { checkArgocd } from './check-argocd.ts';
import { clusterSecrets, kubernetesSession } from './cluster-secrets.ts';

function accessOf(kubeconfig: string, owner: string): KubernetesAccess {
  try {
    return parseKubeconfig(kubeconfig);
  } catch (error) {
    if (!(error instanceof UnusableKubeconfig)) throw error;
    throw new Misconfigured(`The kubeconfig of ${owner} cannot be used. ${error.message}`);
  }
}

/**
 * Opens sessions with a provider's Argo CD. `open` only reads the stored credential. Argo CD checks the credential at
 * the first call.
 */
export const argocdSessions = ({ connect = connectJson, ...stored }: SessionOptions): ArgocdSessions => ({
  async open(settings) {
    const { name, options } = settings;
    const { argocd } = options;
    if (!argocd) return undefined;
    const owner = `Argo CD of ${name}`;
    const { kubeconfig } = await readSettingsSecret(stored, settings, 'argocd', argocdSecret, owner);
    const { server, caData, verifyTls, login } = accessOf(kubeconfig, owner);
    const client = connect({
      backend: owner,
      baseUrl: server,
      verifyTls,
      ...(caData !== undefined && { caBundle: caData }),
      ...('key' in login && { clientCertificate: login }),
    });
    const session = (over: JsonClient) => kubernetesSession(over, { namespace: argocd.namespace, login });
    return {
      ...clusterSecrets(session(client)),
      check: () => checkArgocd(session(withCallTimeout(client, CHECK_TIMEOUT_MS))),
    };
  },
});
