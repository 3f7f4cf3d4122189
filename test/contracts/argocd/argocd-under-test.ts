import { fetch } from 'undici';
import { z } from 'zod';
import { argocdSessions } from '#shared/adapters/argocd/argocd-sessions';
import type { Connect } from '#shared/adapters/json-client';
import { secretName } from '#shared/domain/_core/secret-name';
import { parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import type { Argocd } from '#shared/ports/argocd';
import { someRancherSettings } from '#test/builders/builders';
import { agentTrusting } from '#test/network/trusting-agent';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';

export type ArgocdUnderTest = {
  kubeconfig: string;
  namespace: string;
  /** The simulator, if tests can inject failures. */
  simulator?: Simulator;
  /** A kubeconfig with read access only. */
  readerKubeconfig?: string;
  stop(): Promise<void>;
};

/** Options of a session: a test's own connections, another namespace, or another kubeconfig. */
export type Opening = { connect?: Connect; namespace?: string; kubeconfig?: string };

export async function openArgocd(backend: ArgocdUnderTest, opening: Opening = {}): Promise<Argocd> {
  const { connect, namespace = backend.namespace, kubeconfig = backend.kubeconfig } = opening;
  const base = someRancherSettings();
  const settings = { ...base, options: { ...base.options, argocd: { namespace } } };
  const secrets = storedSecrets({ [secretName('test', 'argocd', settings.uuid)]: { kubeconfig } });
  const argocd = await argocdSessions({ secrets, stage: 'test', ...(connect && { connect }) }).open(settings);
  if (!argocd) throw new Error('the provider has an Argo CD');
  return argocd;
}

const secret = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
  data: z.record(
    z.string(),
    z.string().transform((text) => Buffer.from(text, 'base64').toString()),
  ),
});

/** Calls the API with the kubeconfig's token, without the product's adapter. */
export async function askKubernetes(
  { kubeconfig, namespace }: ArgocdUnderTest,
  method: string,
  name: string,
  body?: unknown,
) {
  const { server, caData, login } = parseKubeconfig(kubeconfig);
  if (!('token' in login)) throw new Error('the suite needs a kubeconfig with a token');
  const collection = `${server}/api/v1/namespaces/${namespace}/secrets`;
  return fetch(method === 'POST' ? collection : `${collection}/${name}`, {
    method,
    headers: { authorization: `Bearer ${login.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    dispatcher: agentTrusting(caData, { pipelining: 0 }),
    signal: AbortSignal.timeout(10_000),
  });
}

export async function readSecret(backend: ArgocdUnderTest, name: string): Promise<z.infer<typeof secret>> {
  return secret.parse(await (await askKubernetes(backend, 'GET', name)).json());
}

const texts = z.record(z.string(), z.string());
const whole = z.looseObject({ metadata: z.looseObject({ labels: texts }), data: texts });

/**
 * Adds or replaces labels and plain data of a Secret. The request replaces the whole object, as another client may do.
 */
export async function rewriteSecret(
  backend: ArgocdUnderTest,
  name: string,
  { labels = {}, data = {} }: { labels?: Record<string, string>; data?: Record<string, string> },
) {
  const found = whole.parse(await (await askKubernetes(backend, 'GET', name)).json());
  const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  const answer = await askKubernetes(backend, 'PUT', name, {
    ...found,
    metadata: { ...found.metadata, labels: { ...found.metadata.labels, ...labels } },
    data: { ...found.data, ...Object.fromEntries(encoded) },
  });
  if (!answer.ok) throw new Error(`the Secret was not rewritten: ${answer.status}`);
}
