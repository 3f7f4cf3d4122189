import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { startProcess } from '#infra/local/processes';
import { until } from '#infra/local/until';
import { type KubernetesClient, kubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';
import { PLAYED_GROUP, PLAYED_KINDS, playedDefinition } from '#test/contracts/cluster-api/played-kinds';
import { newAuthority } from '#test/simulators/_kit/certificate-authority';
import { type KubernetesAddress, kubeconfigOf } from '../kubernetes/credentials.ts';
import { freeBlock } from '../openstack/ports.ts';
import { answers, untilUp } from '../openstack/service.ts';
import type { RealOptions } from '../real-options.ts';

/** What a folder with Cluster API has: the program, and its release's own definitions of kinds and webhooks. */
export const PARTS = { program: 'manager', kinds: 'config/crd/bases', webhooks: 'config/webhook/manifests.yaml' };
const LOOPBACK = '127.0.0.1';

type Options = Pick<RealOptions, 'home' | 'logDir' | 'firstPort' | 'done' | 'signal'> & {
  folder: string;
  address: KubernetesAddress;
};

const document = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
type Document = z.infer<typeof document>;
const documentsIn = (file: string): Document[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).flatMap((one) => document.safeParse(one.toJS()).data ?? []);

/** Of kinds that Cluster API refers to by its own contract, it asks which version fulfils it. */
const withContract = ({ metadata, ...more }: Document): Document => ({
  ...more,
  metadata: { ...metadata, labels: { 'cluster.x-k8s.io/v1beta2': 'v1beta2' } },
});

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const established = z.object({
  status: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })).nullable() }),
});

async function defineKinds(client: KubernetesClient, folder: string, signal: AbortSignal): Promise<void> {
  const kinds = join(folder, PARTS.kinds);
  const own = readdirSync(kinds).flatMap((file) => documentsIn(join(kinds, file)).map(withContract));
  for (const definition of [...own, ...PLAYED_KINDS.map(playedDefinition)]) {
    const { name } = definition.metadata;
    await client.apply(`${DEFINITIONS}/${name}`, definition);
  }
  const tooLate = 'The kinds of Cluster API were not there within 60 s.';
  await until({ tooLate, timeoutMs: 60_000, signal }, async () => {
    const made = await client.items(DEFINITIONS, established);
    const isThere = ({ status }: z.infer<typeof established>) =>
      status.conditions?.some(({ type, status: truth }) => type === 'Established' && truth === 'True');
    return made.every((one) => isThere(one) === true) || undefined;
  });
}

const webhook = z.looseObject({ clientConfig: z.object({ service: z.object({ path: z.string() }) }) });
/** The manager answers at an address of its own, where in a cluster there would be a Service. */
async function defineWebhooks(client: KubernetesClient, folder: string, url: string, ca: string): Promise<void> {
  const caBundle = Buffer.from(ca).toString('base64');
  for (const { kind, metadata, webhooks, ...more } of documentsIn(join(folder, PARTS.webhooks))) {
    const called = z.array(webhook).parse(webhooks);
    const plural = `${kind.toLowerCase()}s`;
    const { name } = metadata;
    await client.apply(`/apis/admissionregistration.k8s.io/v1/${plural}/${name}`, {
      ...{ kind, metadata: { name }, ...more },
      webhooks: called.map(({ clientConfig: { service }, ...hook }) => ({
        ...hook,
        clientConfig: { url: `${url}${service.path}`, caBundle },
      })),
    });
  }
}

async function credentials(home: string, address: KubernetesAddress) {
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

/**
 * Cluster API's own manager over a Kubernetes API, with its webhooks, and with kinds of a provider that tests play.
 * @throws OperatorError for what the person who started it can fix
 */
export async function startClusterApi({ folder, address, home, logDir, firstPort, done, signal }: Options) {
  const client = kubernetesClient(address);
  const { ca, kubeconfig } = await credentials(home, address);
  await defineKinds(client, folder, signal);
  const first = await freeBlock(firstPort, 3);
  const [webhooks, health, metrics] = [first, first + 1, first + 2];
  const manager = await startProcess({
    name: 'cluster-api',
    // It ends with this process, however this one ends: the kernel sees to that.
    command: 'setpriv',
    args: [
      ...['--pdeathsig', 'TERM', '--', join(folder, PARTS.program), `--kubeconfig=${kubeconfig}`, '--v=2'],
      ...[`--webhook-port=${webhooks}`, `--webhook-cert-dir=${home}`, '--insecure-diagnostics'],
      ...[`--health-addr=${LOOPBACK}:${health}`, `--diagnostics-address=${LOOPBACK}:${metrics}`],
    ],
    logFile: join(logDir, 'cluster-api.log'),
  });
  const stop = async (): Promise<void> => {
    await manager.stop();
    client.close();
  };
  try {
    await untilUp(manager, signal, () => answers(`http://${LOOPBACK}:${health}/readyz`));
    await defineWebhooks(client, folder, `https://${LOOPBACK}:${webhooks}`, ca);
    await untilAsked(client, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  done(`Cluster API looks after ${address.url}`);
  return { stop };
}

/** A webhook that is new is not asked at once. One that is asked refuses a deployment that does not select its machines. */
async function untilAsked(client: KubernetesClient, signal: AbortSignal): Promise<void> {
  const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machinedeployments?dryRun=All';
  const reference = (kind: string) => ({ apiGroup: PLAYED_GROUP, kind, name: 'any' });
  const wrong = {
    ...{ apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'MachineDeployment', metadata: { name: 'any' } },
    spec: {
      ...{ clusterName: 'any', selector: { matchLabels: { one: 'yes' } } },
      template: {
        metadata: { labels: { other: 'yes' } },
        spec: {
          clusterName: 'any',
          bootstrap: { configRef: reference('PlayedBootstrapTemplate') },
          infrastructureRef: reference('PlayedMachineTemplate'),
        },
      },
    },
  };
  const patience = { tooLate: 'The webhooks of Cluster API were not asked within 60 s.', timeoutMs: 60_000, signal };
  await until(patience, async () => (await client.ask('POST', path, wrong)).status === 422 || undefined);
}
