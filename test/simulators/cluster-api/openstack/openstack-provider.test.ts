import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fieldAt } from '../../kubernetes/objects/kubernetes-objects.ts';
import { providerPerFile } from './provider-under-test.ts';

/**
 * These tests compare the provider's requests with measured requests of CAPO 0.12.4: the order of the requests, and the
 * names of the resources.
 */
const provider = await providerPerFile(['--name', 'capo', '--resource-filters']);
const { cloud, begin, cluster, isAvailable, remove, machines, problems } = provider;

const SOON = { timeout: 10_000, interval: 20 };
const PLACE = 'k8s-clusterapi-cluster-paddock-web';

const rows = z.record(z.string(), z.array(z.looseObject({ id: z.string(), name: z.string().optional() })));
const KINDS = new Set([
  ...['servers', 'ports', 'networks', 'subnets', 'routers', 'security_groups', 'security_group_rules'],
  ...['floating_ips', 'volumes', 'load_balancers', 'load_balancer_parts'],
]);
const inCloud = () => rows.parse(Object.fromEntries(Object.entries(cloud.state()).filter(([kind]) => KINDS.has(kind))));
const ofCluster = (kind: string) =>
  (inCloud()[kind] ?? []).filter((row) => JSON.stringify(row).includes('paddock-web'));

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
    const asked = await cloud.requests();
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
    const held = await makePort(String(ofCluster('networks')[0]?.id), String(subnetId));
    await remove();
    await expect.poll(() => problems().join(), SOON).toMatch(/409.*(InUse|in use)/);
    expect(fieldAt(await cluster(), 'status.phase')).toBe('Deleting');
    await held.remove();
    await vi.waitFor(async () => expect(fieldAt(await cluster(), 'code')).toBe(404), SOON);
  });
});

async function makePort(network_id: string, subnet_id: string) {
  const { application_credential_id: id, application_credential_secret: secret } = cloud.known.projects.demo;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const login = await fetch(`${cloud.known.auth_url}/auth/tokens`, {
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
  const url = `${cloud.url}/network/v2.0/ports`;
  const made = await (await fetch(url, { method: 'POST', headers, body })).json();
  const portId = z.object({ port: z.object({ id: z.string() }) }).parse(made).port.id;
  return { remove: () => fetch(`${url}/${portId}`, { method: 'DELETE', headers }) };
}
