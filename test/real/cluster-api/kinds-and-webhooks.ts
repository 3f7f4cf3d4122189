import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { until } from '#infra/local/until';
import type { KubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';
import { newAuthority } from '#test/simulators/_kit/certificate-authority';
import { type KubernetesAddress, kubeconfigOf } from '../kubernetes/credentials.ts';

export const PARTS = { program: 'manager', kinds: 'config/crd/bases', webhooks: 'config/webhook/manifests.yaml' };
export const LOOPBACK = '127.0.0.1';

const document = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
export type Document = z.infer<typeof document>;
const documentsIn = (file: string): Document[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).flatMap((one) => document.safeParse(one.toJS()).data ?? []);

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const established = z.object({
  status: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullable() }),
});

/**
 * The CRDs of a release. A label on each CRD shows Cluster API which version of the kind fulfils Cluster API's
 * contract.
 */
export const kindsIn = (folder: string, contract: string): Document[] => {
  const kinds = join(folder, PARTS.kinds);
  const labels = { [`cluster.x-k8s.io/${contract}`]: contract };
  return readdirSync(kinds)
    .flatMap((file) => documentsIn(join(kinds, file)))
    .map(({ metadata, ...more }) => ({ ...more, metadata: { ...metadata, labels } }));
};

export async function defineKinds(
  client: KubernetesClient,
  definitions: Document[],
  signal: AbortSignal,
): Promise<void> {
  for (const definition of definitions) await client.apply(`${DEFINITIONS}/${definition.metadata.name}`, definition);
  const tooLate = 'The kinds of Cluster API were not there within 60 s.';
  await until({ tooLate, timeoutMs: 60_000, signal }, async () => {
    const made = await client.items(DEFINITIONS, established);
    const isThere = ({ status }: z.infer<typeof established>) =>
      status.conditions?.some(({ type, status: truth }) => type === 'Established' && truth === 'True');
    return made.every((one) => isThere(one) === true) || undefined;
  });
}

const webhook = z.looseObject({ clientConfig: z.object({ service: z.object({ path: z.string() }) }) });
type Webhooks = { folder: string; url: string; ca: string; prefix?: string };

/** Defines the release's webhooks at the manager's own address. In the release, the webhooks name a Service. */
export async function defineWebhooks(
  client: KubernetesClient,
  { folder, url, ca, prefix = '' }: Webhooks,
): Promise<void> {
  const caBundle = Buffer.from(ca).toString('base64');
  for (const { kind, metadata, webhooks, ...more } of documentsIn(join(folder, PARTS.webhooks))) {
    const called = z.array(webhook).parse(webhooks);
    const plural = `${kind.toLowerCase()}s`;
    const name = prefix + metadata.name;
    await client.apply(`/apis/admissionregistration.k8s.io/v1/${plural}/${name}`, {
      ...{ kind, metadata: { name }, ...more },
      webhooks: called.map(({ clientConfig: { service }, ...hook }) => ({
        ...hook,
        clientConfig: { url: `${url}${service.path}`, caBundle },
      })),
    });
  }
}

/** Writes what managers read from files: a certificate for webhooks, and the administrator's kubeconfig. */
export async function managerFiles(home: string, address: KubernetesAddress) {
  const authority = await newAuthority('CN=paddock-real-cluster-api');
  const { certificate, key } = await authority.issue(LOOPBACK);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries({
    'tls.crt': certificate,
    'tls.key': key,
    kubeconfig: kubeconfigOf(address),
  }))
    writeFileSync(join(home, name), text, { mode: 0o600 });
  return { ca: authority.certificate, kubeconfig: join(home, 'kubeconfig') };
}
