import { randomBytes } from 'node:crypto';
import { type KubernetesAddress, kubeconfigOf } from '#test/real/kubernetes/credentials';
import {
  type Answer,
  type CapiObject,
  type ClusterApi,
  capiObject,
  KINDS,
  type PoolWish,
} from './cluster-api-under-test.ts';
import { kubernetesClient } from './kubernetes-client.ts';
import { PLAYED_GROUP, PLAYED_VERSION, type PlayedKind } from './played-kinds.ts';
import { playedProvider } from './played-provider.ts';

const CAPI = 'cluster.x-k8s.io/v1beta2';
const CLUSTER = 'cluster.x-k8s.io/cluster-name';
const DEPLOYMENT = 'cluster.x-k8s.io/deployment-name';

/** The MachineDeployment that Rancher writes for a pool. */
function deploymentOf(cluster: string, name: string, wish: PoolWish): object {
  const { replicas, rollingUpdate = {}, paused, template = 'first', labels = {}, drainTimeoutSeconds } = wish;
  const reference = (kind: PlayedKind, named: string) => ({ apiGroup: PLAYED_GROUP, kind, name: named });
  const own = { [CLUSTER]: cluster, [DEPLOYMENT]: name };
  return {
    ...{ apiVersion: CAPI, kind: 'MachineDeployment', metadata: { name, labels: { [CLUSTER]: cluster } } },
    spec: {
      ...{ clusterName: cluster, replicas, ...(paused !== undefined && { paused }) },
      rollout: {
        strategy: {
          type: 'RollingUpdate',
          ...(Object.keys(rollingUpdate).length > 0 && { rollingUpdate }),
        },
      },
      deletion: { order: 'Oldest' },
      selector: { matchLabels: own },
      template: {
        metadata: {
          labels: { ...own, ...labels },
          annotations: { 'machine.cluster.x-k8s.io/exclude-node-draining': 'true' },
        },
        spec: {
          clusterName: cluster,
          bootstrap: { configRef: reference('PlayedBootstrapTemplate', 'bootstrap') },
          infrastructureRef: reference('PlayedMachineTemplate', template),
          ...(drainTimeoutSeconds !== undefined && { deletion: { nodeDrainTimeoutSeconds: drainTimeoutSeconds } }),
        },
      },
    },
  };
}

function healthCheckOf(cluster: string, name: string, health: NonNullable<PoolWish['health']>): object {
  const { unhealthySeconds: timeoutSeconds, nodeStartupSeconds, maxUnhealthy = '100%', unhealthyRange } = health;
  return {
    ...{ apiVersion: CAPI, kind: 'MachineHealthCheck', metadata: { name } },
    spec: {
      ...{ clusterName: cluster, selector: { matchLabels: { [DEPLOYMENT]: name } } },
      checks: {
        unhealthyNodeConditions: ['Unknown', 'False'].map((status) => ({ type: 'Ready', status, timeoutSeconds })),
        ...(nodeStartupSeconds !== undefined && { nodeStartupTimeoutSeconds: nodeStartupSeconds }),
      },
      remediation: {
        triggerIf: {
          unhealthyLessThanOrEqualTo: /^\d+$/.test(maxUnhealthy) ? Number(maxUnhealthy) : maxUnhealthy,
          ...(unhealthyRange !== undefined && { unhealthyInRange: unhealthyRange }),
        },
      },
    },
  };
}

/** Creates the objects that Rancher writes for every cluster, in a separate namespace. */
async function makeCluster(address: KubernetesAddress, namespace: string, cluster: string) {
  const client = kubernetesClient(address);
  const at = (api: string, plural: string, name: string) => `/apis/${api}/namespaces/${namespace}/${plural}/${name}`;
  const play = (kind: PlayedKind, name: string, more: object) =>
    client.apply(at(PLAYED_VERSION, `${kind.toLowerCase()}s`, name), {
      ...{ apiVersion: PLAYED_VERSION, kind, metadata: { name }, ...more },
    });
  await client.must('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const kubeconfig = Buffer.from(kubeconfigOf(address)).toString('base64');
  await client.must('POST', `/api/v1/namespaces/${namespace}/secrets`, {
    metadata: { name: `${cluster}-kubeconfig`, labels: { [CLUSTER]: cluster } },
    ...{ type: 'cluster.x-k8s.io/secret', data: { value: kubeconfig } },
  });
  const endpoint = { host: 'localhost', port: 6443 };
  for (const name of ['first', 'second'])
    await play('PlayedMachineTemplate', name, { spec: { template: { spec: {} } } });
  await play('PlayedBootstrapTemplate', 'bootstrap', { spec: { template: { spec: {} } } });
  await play('PlayedCluster', cluster, {
    spec: { controlPlaneEndpoint: endpoint },
    status: { initialization: { provisioned: true } },
  });
  await play('PlayedControlPlane', cluster, { status: { initialization: { controlPlaneInitialized: true } } });
  const reference = (kind: PlayedKind) => ({ apiGroup: PLAYED_GROUP, kind, name: cluster });
  await client.apply(at(CAPI, 'clusters', cluster), {
    ...{ apiVersion: CAPI, kind: 'Cluster', metadata: { name: cluster } },
    spec: {
      controlPlaneEndpoint: endpoint,
      ...{ controlPlaneRef: reference('PlayedControlPlane'), infrastructureRef: reference('PlayedCluster') },
    },
  });
  return client;
}

/** The cluster needs a control plane machine. Without one, Cluster API would not delete nodes with their machines. */
const SERVER = 'server';
const SERVERS: PoolWish = { replicas: 1, labels: { 'cluster.x-k8s.io/control-plane': 'true' } };

/** The real managers with a simulated provider. */
export async function managedPools(address: KubernetesAddress): Promise<ClusterApi> {
  const suffix = randomBytes(3).toString('hex');
  const [namespace, cluster] = [`paddock-${suffix}`, `blue-${suffix}`];
  const client = await makeCluster(address, namespace, cluster);
  const provider = playedProvider(client, namespace);
  const at = (plural: string, name = '') =>
    `/apis/${CAPI}/namespaces/${namespace}/${plural}${name === '' ? '' : `/${name}`}`;
  const remove = async (plural: string, name: string): Promise<Answer> => {
    const { status, body } = await client.ask('DELETE', at(plural, name));
    return { status, message: String(Object(body).message ?? '') };
  };
  const isServer = ({ metadata }: CapiObject): boolean => metadata.name.startsWith(`${cluster}-${SERVER}`);
  await client.apply(
    at('machinedeployments', `${cluster}-${SERVER}`),
    deploymentOf(cluster, `${cluster}-${SERVER}`, SERVERS),
  );
  return {
    cluster,
    list: async (kind) => (await client.items(at(KINDS[kind]), capiObject)).filter((one) => !isServer(one)),
    patch: (kind, name, body) => client.patch(at(KINDS[kind], name), body),
    remove: (kind, name) => remove(KINDS[kind], name),
    async write(pool, wish) {
      const name = `${cluster}-${pool}`;
      if (wish) await client.apply(at('machinedeployments', name), deploymentOf(cluster, name, wish));
      else await remove('machinedeployments', name);
      if (wish?.health) await client.apply(at('machinehealthchecks', name), healthCheckOf(cluster, name, wish.health));
      else await remove('machinehealthchecks', name);
    },
    ...{ deleteNode: provider.deleteNode, loseNode: provider.loseNode },
    keepFromJoining: async (kept) => provider.keepFromJoining(kept),
    async stop() {
      await client.must('DELETE', at('clusters', cluster));
      for (;;) {
        const { status } = await client.ask('GET', at('clusters', cluster));
        if (status === 404) break;
      }
      await provider.stop();
      client.close();
    },
  };
}
