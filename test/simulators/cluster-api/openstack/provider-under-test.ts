import { afterAll, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../../_kit/serve-simulator.ts';
import { simulator as managementSimulator } from '../../cluster-api.ts';
import type { KubernetesObject } from '../../kubernetes/objects/kubernetes-objects.ts';
import { simulator as openstackSimulator } from '../../openstack.ts';
import { aClass, aCluster, holdsOf, type Wish } from '../under-test.ts';

const access = z.object({
  auth_url: z.string(),
  external_network_id: z.string(),
  images: z.record(z.string(), z.string()),
  projects: z.object({
    demo: z.object({ application_credential_id: z.string(), application_credential_secret: z.string() }),
  }),
});
type Access = z.infer<typeof access>;

const CORE = '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/';
const INFRASTRUCTURE = '/apis/infrastructure.cluster.x-k8s.io/v1beta1/namespaces/paddock/';
const PATHS: Record<string, string> = {
  Secret: '/api/v1/namespaces/paddock/secrets',
  Service: '/api/v1/namespaces/paddock/services',
  EndpointSlice: '/apis/discovery.k8s.io/v1/namespaces/paddock/endpointslices',
  Cluster: `${CORE}clusters`,
  ClusterClass: `${CORE}clusterclasses`,
  KubeadmConfigTemplate: '/apis/bootstrap.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmconfigtemplates',
  KubeadmControlPlaneTemplate:
    '/apis/controlplane.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmcontrolplanetemplates',
};
const pathOf = (kind: string) => PATHS[kind] ?? `${INFRASTRUCTURE}${kind.toLowerCase()}s`;
const object = z.custom<KubernetesObject>((value) => typeof value === 'object');

/** A client with which a test acts as an operator of the management cluster. */
function client(url: () => string, token: string) {
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
    };
    return (await fetch(url() + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  }
  const cluster = async () => object.parse(await ask('GET', `${CORE}clusters/web`));
  return {
    apply: (one: { kind: string; metadata: { name: string } }) =>
      ask('PATCH', `${pathOf(one.kind)}/${one.metadata.name}?fieldManager=test&force=true`, one),
    cluster,
    find: (kind: string, name: string) => ask('GET', `${pathOf(kind)}/${name}`),
    isAvailable: async () => holdsOf(await cluster(), 'Available'),
    remove: () => ask('DELETE', `${CORE}clusters/web`),
    machines: async () =>
      z.object({ items: z.array(object) }).parse(await ask('GET', `${INFRASTRUCTURE}openstackmachines`)).items,
  };
}

type Given = { cluster?: object; machine?: object; secret?: string; wish?: Wish };

function objectsOf(known: Access, { cluster = {}, machine = {}, secret, wish = {} }: Given) {
  const { application_credential_id, application_credential_secret } = known.projects.demo;
  const auth = {
    auth_url: known.auth_url,
    ...{ application_credential_id, application_credential_secret: secret ?? application_credential_secret },
  };
  const file = JSON.stringify({ clouds: { default: { auth_type: 'v3applicationcredential', auth } } });
  const data = { 'clouds.yaml': Buffer.from(file).toString('base64') };
  const specs: Record<string, object> = {
    OpenStackClusterTemplate: {
      ...{ identityRef: { name: 'cloud-config', cloudName: 'default' }, tags: ['mine'] },
      ...{ externalNetwork: { id: known.external_network_id }, managedSubnets: [{ cidr: '10.0.0.0/24' }] },
      managedSecurityGroups: { allowAllInClusterTraffic: true },
      apiServerLoadBalancer: { enabled: true },
      ...cluster,
    },
    OpenStackMachineTemplate: {
      ...{ flavor: 'm1.medium', image: { id: known.images['ubuntu-2204-kube-v1.33.5'] } },
      ...machine,
    },
  };
  const ofClass = aClass('real', 'OpenStack').map((one) => {
    const spec = specs[one.kind];
    return spec ? { ...one, spec: { template: { spec } } } : one;
  });
  return [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'cloud-config' }, type: 'Opaque', data },
    ...ofClass,
    aCluster('web', 'real', { servers: 1, workers: 1, ...wish }),
  ];
}

const FAST = {
  ...{ serverBuild: 5, serverDelete: 5, volumeCreate: 5, volumeDelete: 5 },
  ...{ loadBalancerCreate: 5, loadBalancerUpdate: 2, loadBalancerDelete: 5 },
};
const asked = z.array(z.looseObject({ method: z.string(), url: z.string() }));

/**
 * Starts a cloud with short delays. `known` is what the operator of the cloud knows: addresses, ids and credentials.
 */
async function startCloud(flags: string[]) {
  const definition = openstackSimulator(flags);
  const served: RunningSimulator = await serveSimulator(definition);
  Object.assign(definition.delays, FAST);
  return {
    ...served,
    known: access.parse(definition.credentials(served.url)),
    state: (): Record<string, unknown> => definition.state(),
    requests: async () => asked.parse(await (await fetch(`${served.url}/_sim/journal`)).json()),
    renew() {
      definition.reset();
      Object.assign(definition.delays, FAST);
    },
  };
}
type StartedCloud = Awaited<ReturnType<typeof startCloud>>;

/** Managers and a cloud for a whole test file, reset before each test. To be called at the top of the file. */
export async function providerPerFile(flags: string[]) {
  const managers = managementSimulator();
  const { token } = z.object({ token: z.string() }).parse(managers.credentials(''));
  const cloud = await startCloud(flags);
  let api: RunningSimulator | undefined;
  beforeAll(async () => {
    api = await serveSimulator(managers, { https: false });
  });
  afterAll(() => Promise.all([cloud.close(), api?.close()]));
  beforeEach(() => {
    cloud.renew();
    managers.reset();
    Object.assign(managers.delays, { pace: 0.002 });
  });
  const management = client(() => api?.url ?? '', token);
  return {
    ...management,
    cloud,
    async begin(given: Given = {}, known = cloud.known): Promise<void> {
      for (const one of objectsOf(known, given)) await management.apply(one);
    },
    isIdle: () => managers.pending?.() === 0,
    problems: () => z.object({ problems: z.array(z.string()) }).parse(managers.sessions()).problems,
    async withCloud(more: string[], work: (another: StartedCloud) => Promise<void>): Promise<void> {
      const another = await startCloud(['--name', 'another', ...more]);
      await work(another).finally(() => another.close());
    },
  };
}
