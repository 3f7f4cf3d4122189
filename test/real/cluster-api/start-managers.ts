import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#infra/local/operator-error';
import { type RunningProcess, startProcess } from '#infra/local/processes';
import { until } from '#infra/local/until';
import { type KubernetesClient, kubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';
import type { KubernetesAddress } from '../kubernetes/credentials.ts';
import { freeBlock } from '../openstack/ports.ts';
import { answers, untilUp } from '../openstack/service.ts';
import type { RealOptions } from '../real-options.ts';
import { defineKinds, defineWebhooks, kindsIn, LOOPBACK, managerFiles, PARTS } from './kinds-and-webhooks.ts';

/**
 * The managers: Cluster API’s core, its two kubeadm providers, and its in-memory provider. The name of a manager is
 * also the name of its folder.
 */
export const MANAGERS = ['core', 'bootstrap', 'controlplane', 'dev'] as const;
export const NAMESPACE = 'paddock';

type Options = Pick<RealOptions, 'home' | 'logDir' | 'firstPort' | 'done' | 'signal'> & {
  folder: string;
  address: KubernetesAddress;
};

/** Environment variables of the managers. The provider in memory serves the APIs of its clusters at `POD_IP`. */
const ENVIRONMENT = { POD_IP: LOOPBACK, POD_NAMESPACE: 'default', POD_NAME: 'local' };

/** Deployments of an installed Cluster API. Their images show the versions of the managers. */
const INSTALLED = [
  ['capi-system', 'cluster-api', 'cluster-api/cluster-api-controller:v1.10.5'],
  ['capo-system', 'infrastructure-openstack', 'capi-openstack/capi-openstack-controller:v0.12.4'],
] as const;

async function install(client: KubernetesClient): Promise<void> {
  const namespace = (name: string) => client.apply(`/api/v1/namespaces/${name}`, { ...kind('v1', 'Namespace', name) });
  await namespace(NAMESPACE);
  for (const [place, provider, image] of INSTALLED) {
    const labels = { 'cluster.x-k8s.io/provider': provider };
    const containers = [{ name: 'manager', image: `registry.k8s.io/${image}` }];
    await namespace(place);
    await client.apply(`/apis/apps/v1/namespaces/${place}/deployments/manager`, {
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'manager', labels } },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
  }
}
const kind = (apiVersion: string, name: string, object: string) => ({
  ...{ apiVersion, kind: name, metadata: { name: object } },
});

type Manager = { name: (typeof MANAGERS)[number]; ports: [webhooks: number, health: number, metrics: number] };

const argumentsOf = ({ ports: [webhooks, health, metrics] }: Manager, home: string, kubeconfig: string): string[] => [
  ...[`--kubeconfig=${kubeconfig}`, '--v=0', '--feature-gates=ClusterTopology=true,MachinePool=true'],
  ...[`--webhook-port=${webhooks}`, `--webhook-cert-dir=${home}`, '--insecure-diagnostics'],
  ...[`--health-addr=${LOOPBACK}:${health}`, `--diagnostics-address=${LOOPBACK}:${metrics}`],
];

/**
 * Starts the managers of Cluster API for the given Kubernetes API. The machines of their clusters exist only in the
 * managers' memory.
 * @throws OperatorError for a problem that the operator can fix
 */
export async function startManagers({ folder, address, home, logDir, firstPort, done, signal }: Options) {
  const missing = MANAGERS.flatMap((name) => Object.values(PARTS).map((part) => join(name, part)));
  const lacking = missing.filter((path) => !existsSync(join(folder, path)));
  if (lacking.length > 0) throw new OperatorError(`${folder} has no ${lacking.join(', ')}.`);
  const client = kubernetesClient(address);
  const { ca, kubeconfig } = await managerFiles(home, address);
  const kinds = MANAGERS.flatMap((name) => kindsIn(join(folder, name), 'v1beta1'));
  await defineKinds(client, kinds, signal);
  const first = await freeBlock(firstPort, 3 * MANAGERS.length);
  const managers = MANAGERS.map((name, index): Manager => {
    const port = first + 3 * index;
    return { name, ports: [port, port + 1, port + 2] };
  });
  const started: RunningProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const one of started.splice(0).reverse()) await one.stop();
    client.close();
  };
  try {
    for (const manager of managers) {
      const program = join(folder, manager.name, PARTS.program);
      const running = await startProcess({
        name: `cluster-api-${manager.name}`,
        // The kernel ends the manager when this process ends, for whatever reason.
        command: 'setpriv',
        args: ['--pdeathsig', 'TERM', '--', program, ...argumentsOf(manager, home, kubeconfig)],
        env: { ...process.env, ...ENVIRONMENT },
        logFile: join(logDir, `${manager.name}.log`),
      });
      started.push(running);
      await untilUp(running, signal, () => answers(`http://${LOOPBACK}:${manager.ports[1]}/readyz`));
    }
    for (const { name, ports } of managers) {
      const url = `https://${LOOPBACK}:${ports[0]}`;
      await defineWebhooks(client, { folder: join(folder, name), url, ca, prefix: `${name}-` });
    }
    await install(client);
    await untilAsked(client, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  done(`the managers of Cluster API look after ${address.url}`);
  return { stop };
}

/**
 * Waits until the API server calls the new webhook. From then on, the API refuses a Cluster with an invalid version.
 */
async function untilAsked(client: KubernetesClient, signal: AbortSignal): Promise<void> {
  const path = `/apis/cluster.x-k8s.io/v1beta1/namespaces/${NAMESPACE}/clusters?dryRun=All`;
  const wrong = {
    ...kind('cluster.x-k8s.io/v1beta1', 'Cluster', 'any'),
    spec: { topology: { class: 'any', version: 'none' } },
  };
  const patience = { tooLate: 'The webhooks of Cluster API were not asked within 60 s.', timeoutMs: 60_000, signal };
  await until(patience, async () => (await client.ask('POST', path, wrong)).status === 422 || undefined);
}
