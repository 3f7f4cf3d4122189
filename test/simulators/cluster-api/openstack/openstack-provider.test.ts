import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../../_kit/serve-simulator.ts';
import { simulator as management } from '../../cluster-api.ts';
import { fieldAt } from '../../kubernetes/objects/kubernetes-objects.ts';
import { simulator as openstack } from '../../openstack.ts';
import { aClass, aCluster, holdsOf, type Wish } from '../under-test.ts';

/** Against the measured requests of CAPO 0.12.4 (order, names), which `test/simulators/cluster-api/openstack` plays. */
const cloud = openstack(['--name', 'capo', '--resource-filters']);
const managers = management();
const { token } = z.object({ token: z.string() }).parse(managers.credentials(''));
const access = z.object({
  auth_url: z.string(),
  external_network_id: z.string(),
  images: z.record(z.string(), z.string()),
  projects: z.object({
    demo: z.looseObject({
      id: z.string(),
      application_credential_id: z.string(),
      application_credential_secret: z.string(),
      network_id: z.string(),
    }),
  }),
});
type Access = z.infer<typeof access>;
let clouds: RunningSimulator;
let api: RunningSimulator;
let known: Access;
beforeAll(async () => {
  [clouds, api] = await Promise.all([serveSimulator(cloud), serveSimulator(managers, { https: false })]);
  known = access.parse(cloud.credentials(clouds.url));
});
afterAll(() => Promise.all([clouds.close(), api.close()]));
beforeEach(() => {
  cloud.reset();
  managers.reset();
  Object.assign(cloud.delays, { serverBuild: 5, serverDelete: 5, volumeCreate: 5, volumeDelete: 5 });
  Object.assign(cloud.delays, { loadBalancerCreate: 5, loadBalancerUpdate: 2, loadBalancerDelete: 5 });
  Object.assign(managers.delays, { pace: 0.002 });
});

const SOON = { timeout: 10_000, interval: 20 };
const PLACE = 'k8s-clusterapi-cluster-paddock-web';

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
  };
  return (await fetch(api.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
}
const CORE = '/apis/cluster.x-k8s.io/v1beta1/namespaces/paddock/';
const INFRASTRUCTURE = '/apis/infrastructure.cluster.x-k8s.io/v1beta1/namespaces/paddock/';
const PATHS: Record<string, string> = {
  Secret: '/api/v1/namespaces/paddock/secrets',
  Cluster: `${CORE}clusters`,
  ClusterClass: `${CORE}clusterclasses`,
  KubeadmConfigTemplate: '/apis/bootstrap.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmconfigtemplates',
  KubeadmControlPlaneTemplate:
    '/apis/controlplane.cluster.x-k8s.io/v1beta1/namespaces/paddock/kubeadmcontrolplanetemplates',
};
const pathOf = (kind: string) => PATHS[kind] ?? `${INFRASTRUCTURE}${kind.toLowerCase()}s`;
const apply = ({ kind, ...object }: { kind: string; metadata: { name: string } }) =>
  ask('PATCH', `${pathOf(kind)}/${object.metadata.name}?fieldManager=test&force=true`, { kind, ...object });

const rows = z.record(z.string(), z.array(z.looseObject({ id: z.string(), name: z.string().optional() })));
const inCloud = () => rows.parse(Object.fromEntries(Object.entries(cloud.state()).filter(([kind]) => KINDS.has(kind))));
const KINDS = new Set([
  ...['servers', 'ports', 'networks', 'subnets', 'routers', 'security_groups', 'security_group_rules'],
  ...['floating_ips', 'volumes', 'load_balancers', 'load_balancer_parts'],
]);
/** Those that nobody else has made. */
const ofCluster = (kind: string) =>
  (inCloud()[kind] ?? []).filter((row) => JSON.stringify(row).includes('paddock-web'));

type Given = { cluster?: object; machine?: object; secret?: string; wish?: Wish };
async function begin({ cluster = {}, machine = {}, secret, wish = {} }: Given = {}): Promise<void> {
  const { application_credential_id, application_credential_secret } = known.projects.demo;
  const auth = {
    auth_url: known.auth_url,
    ...{ application_credential_id, application_credential_secret: secret ?? application_credential_secret },
  };
  const file = JSON.stringify({ clouds: { default: { auth_type: 'v3applicationcredential', auth } } });
  const data = { 'clouds.yaml': Buffer.from(file).toString('base64') };
  await apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'cloud-config' }, type: 'Opaque', data } as never);
  const clusterSpec = {
    ...{ identityRef: { name: 'cloud-config', cloudName: 'default' }, tags: ['mine'] },
    ...{ externalNetwork: { id: known.external_network_id }, managedSubnets: [{ cidr: '10.0.0.0/24' }] },
    ...{
      managedSecurityGroups: { allowAllInClusterTraffic: true },
      apiServerLoadBalancer: { enabled: true },
      ...cluster,
    },
  };
  const machineSpec = { flavor: 'm1.medium', image: { id: known.images['ubuntu-2204-kube-v1.33.5'] }, ...machine };
  for (const object of aClass('real', 'OpenStack')) {
    const specs: Record<string, object> = {
      OpenStackClusterTemplate: clusterSpec,
      OpenStackMachineTemplate: machineSpec,
    };
    const spec = specs[object.kind];
    await apply(spec ? { ...object, ...{ spec: { template: { spec } } } } : object);
  }
  await apply(aCluster('web', 'real', { servers: 1, workers: 1, ...wish }));
}
const cluster = () => ask('GET', `${CORE}clusters/web`) as never;
const isAvailable = async () => holdsOf(await cluster(), 'Available');
const remove = () => ask('DELETE', `${CORE}clusters/web`);
const machines = async () =>
  z.object({ items: z.array(z.unknown()) }).parse(await ask('GET', `${INFRASTRUCTURE}openstackmachines`)).items;
const problems = () => z.object({ problems: z.array(z.string()) }).parse(managers.sessions()).problems;

describe('a cluster in a cloud (S3-028)', () => {
  test('has network, router, groups, servers and a load balancer with a floating IP before its API', async () => {
    await begin();
    await expect.poll(isAvailable, SOON).toBe(true);
    expect(['networks', 'subnets', 'routers'].map((kind) => ofCluster(kind).map(({ name }) => name))).toEqual(
      Array(3).fill([PLACE]),
    );
    expect(
      ofCluster('security_groups')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['controlplane', 'worker'].map((role) => `k8s-cluster-paddock-web-secgroup-${role}`));
    const [balancer] = ofCluster('load_balancers');
    expect(balancer).toMatchObject({ name: `${PLACE}-kubeapi`, provisioning_status: 'ACTIVE', tags: ['mine'] });
    expect(
      inCloud()
        .load_balancer_parts?.map(({ kind }) => kind)
        .sort(),
    ).toEqual([...['healthmonitor', 'listener', 'member', 'pool']]);
    const [address] = ofCluster('floating_ips');
    expect(address).toMatchObject({ port_id: balancer?.vip_port_id, tags: ['mine'] });
    expect(fieldAt(await cluster(), 'spec.controlPlaneEndpoint')).toEqual({
      ...{ host: address?.floating_ip_address, port: 6443 },
    });
    const servers = inCloud().servers ?? [];
    expect(servers).toMatchObject([{ status: 'ACTIVE', tags: ['mine'] }, { status: 'ACTIVE' }]);
    expect(inCloud().ports?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(servers.map(({ name }) => `${name}-0`)),
    );
    expect((await machines()).map((one) => fieldAt(one, 'spec.providerID')).sort()).toEqual(
      servers.map(({ id }) => `openstack:///${id}`).sort(),
    );
  });

  test('asks the cloud in the measured order', async () => {
    await begin({ cluster: { apiServerLoadBalancer: { enabled: false } }, wish: { workers: 0 } });
    await expect.poll(async () => fieldAt(await cluster(), 'status.controlPlaneReady'), SOON).toBe(true);
    const asked = z
      .array(z.looseObject({ method: z.string(), url: z.string() }))
      .parse(await (await fetch(`${clouds.url}/_sim/journal`)).json());
    const kinds = asked
      .filter(({ method }) => method === 'POST')
      .map(({ url }) => /(networks|subnets|routers|security-groups|floatingips|ports|servers)$/.exec(url)?.[1] ?? '');
    const order = kinds.filter((kind, at) => kind !== '' && kinds.indexOf(kind) === at);
    expect(order).toEqual(['networks', 'subnets', 'routers', 'security-groups', 'floatingips', 'ports', 'servers']);
  });

  test('leaves nothing when it is deleted, volumes included', async () => {
    const before = inCloud();
    const disks = [{ name: 'etcd', sizeGiB: 5, storage: { type: 'Volume' } }];
    await begin({ machine: { rootVolume: { sizeGiB: 20 }, additionalBlockDevices: disks } });
    await expect.poll(isAvailable, SOON).toBe(true);
    expect(inCloud().volumes).toHaveLength(4);
    await remove();
    await expect.poll(inCloud, SOON).toEqual(before);
    await vi.waitFor(async () => expect(fieldAt(await cluster(), 'code')).toBe(404), SOON);
  });

  test('hangs while something else holds its subnet, and goes when that is gone', async () => {
    await begin();
    await expect.poll(isAvailable, SOON).toBe(true);
    const subnetId = ofCluster('subnets')[0]?.id;
    const { id } = known.projects.demo;
    const held = await makePort(String(ofCluster('networks')[0]?.id), String(subnetId), id);
    await remove();
    await expect.poll(() => problems().join(), SOON).toMatch(/409.*(InUse|in use)/);
    expect(fieldAt(await cluster(), 'status.phase')).toBe('Deleting');
    await held.remove();
    await vi.waitFor(async () => expect(fieldAt(await cluster(), 'code')).toBe(404), SOON);
  });
});

/** A port of somebody else in the cluster's subnet. */
async function makePort(network_id: string, subnet_id: string, _project: string) {
  const { application_credential_id: id, application_credential_secret: secret } = known.projects.demo;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const login = await fetch(`${known.auth_url}/auth/tokens`, {
    ...{
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth: { identity } }),
    },
  });
  const headers = {
    'content-type': 'application/json',
    'x-auth-token': login.headers.get('x-subject-token') ?? '',
  };
  const body = JSON.stringify({ port: { network_id, fixed_ips: [{ subnet_id }] } });
  const url = `${clouds.url}/network/v2.0/ports`;
  const made = await (await fetch(url, { method: 'POST', headers, body })).json();
  const portId = z.object({ port: z.object({ id: z.string() }) }).parse(made).port.id;
  return { remove: () => fetch(`${url}/${portId}`, { method: 'DELETE', headers }) };
}

describe('what the cloud refuses', () => {
  test('a quota of servers is in a condition of the machine, in Nova’s words (M37)', async () => {
    const sim = `${clouds.url}/_sim/faults`;
    const message = 'Quota exceeded for cores: Requested 2, but already used 20 of 20 cores';
    const fault = {
      method: 'POST',
      path: '/servers$',
      kind: 'status',
      status: 403,
      body: { forbidden: { code: 403, message } },
    };
    await fetch(sim, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) });
    await begin();
    const conditions = async () => JSON.stringify((await machines()).map((one) => fieldAt(one, 'status.conditions')));
    await expect.poll(conditions, SOON).toContain('Quota exceeded for cores');
    expect(await conditions()).toContain('InstanceCreateFailed');
    await fetch(sim, { method: 'DELETE' });
    await expect.poll(isAvailable, SOON).toBe(true);
  });

  test('a credential is only in the manager’s log (M37)', async () => {
    await begin({ secret: 'wrong' });
    await expect.poll(() => problems().join(), SOON).toContain('but got 401 instead');
    expect(fieldAt(await cluster(), 'status.infrastructureReady')).not.toBe(true);
    expect(inCloud().networks?.map(({ name }) => name)).not.toContain(PLACE);
  });
});

test('a cloud without Octavia is only in the manager’s log, for ever (S3-011)', async () => {
  const poor = openstack(['--name', 'poor', '--without-octavia']);
  const served = await serveSimulator(poor);
  const before = known;
  known = access.parse(poor.credentials(served.url));
  await begin();
  await expect.poll(() => problems().join(), SOON).toContain('failed to create load balancer service client');
  known = before;
  await served.close();
});
