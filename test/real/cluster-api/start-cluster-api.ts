import { join } from 'node:path';
import { startProcess } from '#infra/local/processes';
import { until } from '#infra/local/until';
import { type KubernetesClient, kubernetesClient } from '#test/contracts/cluster-api/kubernetes-client';
import { PLAYED_GROUP, PLAYED_KINDS, playedDefinition } from '#test/contracts/cluster-api/played-kinds';
import type { KubernetesAddress } from '../kubernetes/credentials.ts';
import { freeBlock } from '../openstack/ports.ts';
import { answers, untilUp } from '../openstack/service.ts';
import type { RealOptions } from '../real-options.ts';
import { defineKinds, defineWebhooks, kindsIn, LOOPBACK, managerFiles, PARTS } from './kinds-and-webhooks.ts';

type Options = Pick<RealOptions, 'home' | 'logDir' | 'firstPort' | 'done' | 'signal'> & {
  folder: string;
  address: KubernetesAddress;
};

/**
 * Starts Cluster API's own manager for the given Kubernetes API, and defines the manager's webhooks in this API. Tests
 * act as the infrastructure provider. The provider's kinds are defined here.
 * @throws OperatorError for a problem that the operator can fix
 */
export async function startClusterApi({ folder, address, home, logDir, firstPort, done, signal }: Options) {
  const client = kubernetesClient(address);
  const { ca, kubeconfig } = await managerFiles(home, address);
  await defineKinds(client, [...kindsIn(folder, 'v1beta2'), ...PLAYED_KINDS.map(playedDefinition)], signal);
  const first = await freeBlock(firstPort, 3);
  const [webhooks, health, metrics] = [first, first + 1, first + 2];
  const manager = await startProcess({
    name: 'cluster-api',
    // The kernel ends the manager when this process ends, for whatever reason.
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
    await defineWebhooks(client, { folder, url: `https://${LOOPBACK}:${webhooks}`, ca });
    await untilAsked(client, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  done(`Cluster API looks after ${address.url}`);
  return { stop };
}

/**
 * Waits until the API server calls the new webhook. From then on, the API refuses a MachineDeployment that does not
 * select its machines.
 */
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
