import { type KubernetesAccess, readKubeconfig, UnusableKubeconfig } from '../../domain/kubeconfig.ts';
import { argocdSecret, settingsSecretName } from '../../domain/service-settings.ts';
import { Misconfigured } from '../../errors.ts';
import type { ArgocdSessions } from '../../ports/argocd.ts';
import type { Secrets } from '../../ports/runtime.ts';
import { type Connect, connectJson } from '../json-client.ts';
import { parseSecret } from '../parse-secret.ts';
import { checkArgocd } from './check-argocd.ts';
import { clusterSecrets } from './cluster-secrets.ts';
import type { KubernetesSession } from './kubernetes-session.ts';

type Options = {
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  /** How to reach a backend; tests look at, or disturb, what goes over it. */
  connect?: Connect;
};

function accessOf(kubeconfig: string, owner: string): KubernetesAccess {
  try {
    return readKubeconfig(kubeconfig);
  } catch (error) {
    if (!(error instanceof UnusableKubeconfig)) throw error;
    throw new Misconfigured(`The kubeconfig of ${owner} cannot be used. ${error.message}`);
  }
}

/** Opening asks the secret store only; the credential is sent, and may be refused, with each call. */
export const argocdSessions = ({ secrets, stage, connect = connectJson }: Options): ArgocdSessions => ({
  async open(settings) {
    const { version, name, options } = settings;
    const { argocd } = options;
    if (!argocd) return undefined;
    const owner = `Argo CD of ${name}`;
    const { kubeconfig } = parseSecret(
      argocdSecret,
      await secrets.find(settingsSecretName(stage, 'argocd', settings), version),
      owner,
    );
    const { server, caData, verifyTls, login } = accessOf(kubeconfig, owner);
    const client = connect({
      backend: owner,
      baseUrl: server,
      verifyTls,
      ...(caData !== undefined && { caBundle: caData }),
      ...('key' in login && { clientCertificate: login }),
    });
    const session: KubernetesSession = {
      namespace: argocd.namespace,
      async call(request) {
        const headers = { ...('token' in login && { authorization: `Bearer ${login.token}` }), ...request.headers };
        return (await client({ ...request, headers })).body;
      },
    };
    return { ...clusterSecrets(session), check: () => checkArgocd(session) };
  },
});
