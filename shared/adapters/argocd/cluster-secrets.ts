import { z } from 'zod';
import type { KubernetesAccess } from '#shared/domain/cluster-access/kubeconfig';
import type { Argocd, ArgocdCluster } from '../../ports/argocd.ts';
import { type JsonCall, type JsonClient, path } from '../json-client.ts';
import { ignoreNotFound, unlessNotFound } from '../not-found.ts';

const anySecret = z.object({ kind: z.literal('Secret') });
const texts = z.record(z.string(), z.string());
const labelled = anySecret.extend({
  metadata: z.object({
    resourceVersion: z.string(),
    labels: texts.default({}),
    annotations: texts.default({}),
  }),
});

/**
 * The name under which Paddock owns the fields of a cluster's Secret. Kubernetes refuses a write to a field that has
 * another owner.
 */
const FIELD_MANAGER = 'paddock';
/**
 * The name under which Paddock owns the labels that come from options. If these labels belonged to the name `paddock`,
 * the next write of the Secret would remove them.
 */
const OPTIONS_MANAGER = 'paddock-options';
/**
 * Annotation that lists the labels from the options of clusters and nodes. An annotation that cannot be parsed counts
 * as empty.
 */
const FROM_OPTIONS = 'paddock.cloud/option-labels';
const fromOptions = (text: string | undefined): Record<string, string> => {
  try {
    return texts.catch({}).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * The Secret by which Argo CD knows a cluster (docs/spec/backends.md#kubeconfig-and-argo-cd). The Secret has the field
 * `data` instead of `stringData`, because a server-side apply cannot own fields of `stringData`.
 */
function secretOf(namespace: string, cluster: ArgocdCluster) {
  const { secretName, name, server, bearerToken, caData, labels } = cluster;
  const tlsClientConfig = { insecure: false, ...(caData !== undefined && { caData: base64(caData) }) };
  const data = { name, server, config: JSON.stringify({ bearerToken, tlsClientConfig }) };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName, namespace, labels: { 'argocd.argoproj.io/secret-type': 'cluster', ...labels } },
    type: 'Opaque',
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)])),
  };
}

export function clusterSecrets({ namespace, call }: KubernetesSession): Omit<Argocd, 'check'> {
  const pathOf = (name: string): string => path`/api/v1/namespaces/${namespace}/secrets/${name}`;
  return {
    async putCluster(cluster) {
      await call({
        op: 'putCluster',
        method: 'PATCH',
        path: pathOf(cluster.secretName),
        query: { fieldManager: FIELD_MANAGER, force: 'false' },
        headers: { 'content-type': 'application/apply-patch+yaml' }, // The body is JSON, which is valid YAML.
        body: secretOf(namespace, cluster),
        reply: z.unknown(),
        secrets: [cluster.bearerToken],
      });
    },

    async hasCluster(name) {
      const secret = call({ op: 'hasCluster', method: 'GET', path: pathOf(name), reply: anySecret });
      return (await unlessNotFound(secret)) !== undefined;
    },

    async findLabels(name) {
      const secret = call({ op: 'findLabels', method: 'GET', path: pathOf(name), reply: labelled });
      const { metadata } = (await unlessNotFound(secret)) ?? {};
      if (!metadata) return undefined;
      const { resourceVersion: version, labels, annotations } = metadata;
      return { version, labels, fromOptions: fromOptions(annotations[FROM_OPTIONS]) };
    },

    // This is a merge patch, which fails if the Secret is missing. A server-side apply would create a Secret that has
    // only labels.
    async addLabels(name, { version, labels, fromOptions: all }) {
      const annotations = { [FROM_OPTIONS]: JSON.stringify(all) };
      await call({
        op: 'addLabels',
        method: 'PATCH',
        path: pathOf(name),
        query: { fieldManager: OPTIONS_MANAGER },
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { resourceVersion: version, labels, annotations } },
        reply: anySecret,
      });
    },

    deleteCluster: (name) =>
      ignoreNotFound(call({ op: 'deleteCluster', method: 'DELETE', path: pathOf(name), reply: z.unknown() })),
  };
}

/**
 * A session with the Kubernetes API of the cluster where Argo CD runs. The session uses the provider's credential for
 * this API.
 */
export type KubernetesSession = {
  readonly namespace: string;
  call<T>(call: JsonCall<T>): Promise<T>;
};

/** Opens a session. A token is sent with each call. A client certificate is already part of the connection. */
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
