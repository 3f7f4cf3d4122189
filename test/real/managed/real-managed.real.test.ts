import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { managedOrder } from '#infra/local/managed-market';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { stateOfBackends } from '#test/e2e/_worlds/backends';
import { personAt } from '#test/e2e/_worlds/customer';
import { CLOUD_KINDS, inventoryOf } from '../cloud-inventory.ts';
import { errorsLogged } from '../order/errors-logged.ts';
import {
  contentsOf,
  INITIAL_DEFAULT_RULES,
  INITIAL_RULES,
  projectNamed,
  quotasKept,
  quotasOf,
} from './project-contents.ts';
import { type RealMarket, realMarket } from './real-market.ts';

const PATIENCE_MS = 900_000;
const SERVERS = 3;
const WORKERS = 1;
const MACHINES = SERVERS + WORKERS + 1;
/**
 * Sizes in GB if the offering sets none: a node's system volume, a load balancer's system volume, a worker's data
 * volume.
 */
const [SYSTEM, LB_SYSTEM, DATA] = [64, 20, 20];
const TENANT = /^os-tenant-/;

const access = cloudAccess.parse(JSON.parse(process.env.PADDOCK_REAL_OPENSTACK ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const owner = personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS });
let market: RealMarket;
let before: Awaited<ReturnType<typeof everything>>;
let placed: Awaited<ReturnType<typeof owner.place>>;
let projectId = '';

/** The contents of the whole real cloud and of the simulated backends. */
async function everything() {
  const { rancher, admin } = market;
  const simulated = { ...endpoints, rancher: rancher.url, openstack: {} };
  return { cloud: await inventoryOf(admin, CLOUD_KINDS), simulated: await stateOfBackends(simulated) };
}
const inTheCloud = () => contentsOf(market.admin, projectId);

beforeAll(async () => {
  market = await realMarket(access, endpoints);
  expect(await projectNamed(market.admin, TENANT)).toBeUndefined();
  before = await everything();
});
afterAll(() => market?.stop());
beforeEach(() => {
  onTestFailed(async () => {
    process.stdout.write(`${await errorsLogged(endpoints, 'real')}\n`);
  });
});

test(
  'a managed order in the real cloud ends with a running cluster in a project of its own',
  async () => {
    placed = await owner.place(managedOrder(market, endpoints.sample.project, 'on-real', WORKERS));
    expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
    const cluster = await owner.cluster(placed.resource_uuid ?? '');
    expect(cluster).toMatchObject({ state: 'OK', runtime_state: 'active', last_error: null });
    expect(cluster.nodes).toHaveLength(SERVERS + WORKERS);
    for (const node of cluster.nodes) expect(node).toMatchObject({ state: 'OK', runtime_state: 'active' });
    const project = await projectNamed(market.admin, TENANT);
    expect(project).toMatchObject({ enabled: true, tags: [`paddock:cluster:${cluster.uuid}`] });
    projectId = project?.id ?? '';
  },
  PATIENCE_MS,
);

const flavorRows = z.object({ flavors: z.array(z.object({ name: z.string(), vcpus: z.number(), ram: z.number() })) });
async function flavorNamed(wanted: string) {
  const { flavors } = await market.admin.ask('compute', 'GET', '/flavors/detail', flavorRows);
  return flavors.find(({ name }) => name === wanted) ?? { vcpus: NaN, ram: NaN };
}

test('the project’s quotas are what its machines take', async () => {
  const [small, medium] = [await flavorNamed('m1.small'), await flavorNamed('m1.medium')];
  const nodes = SERVERS + WORKERS;
  const { compute, volumes } = await quotasOf(market.admin, projectId);
  expect(compute).toMatchObject({
    cores: nodes * medium.vcpus + small.vcpus,
    ram: nodes * medium.ram + small.ram,
  });
  expect(volumes).toMatchObject({ gigabytes: nodes * SYSTEM + LB_SYSTEM + WORKERS * DATA });
});

test('it has one network with a router that leads outside, and its machines get addresses from the pool', async () => {
  const { networks, subnets, routers, ports } = await inTheCloud();
  expect([networks.length, subnets.length, routers.length]).toEqual([1, 1, 1]);
  const [subnet, router] = [subnets[0], routers[0]];
  const prefix = subnet?.cidr.replace(/\.0\/24$/, '');
  expect(prefix).toMatch(/^10\.(6[4-9]|7\d)\.\d+$/);
  expect(subnet).toMatchObject({
    network_id: networks[0]?.id,
    gateway_ip: `${prefix}.1`,
    allocation_pools: [{ start: `${prefix}.11`, end: `${prefix}.200` }],
  });
  expect(router?.external_gateway_info).not.toBeNull();
  const addresses = (owners: RegExp) =>
    ports.filter(({ device_owner }) => owners.test(device_owner)).map(({ fixed_ips }) => fixed_ips[0]?.ip_address);
  expect(addresses(/^network:router_interface/)).toEqual([`${prefix}.1`]);
  const ofMachines = addresses(/^compute:/);
  expect(ofMachines).toHaveLength(MACHINES);
  expect(ofMachines).toContain(`${prefix}.10`);
  for (const address of ofMachines)
    expect(address).toMatch(new RegExp(`^${prefix}\\.(10|1[1-9]|[2-9]\\d|1\\d\\d|200)$`));
});

test('it has three security groups with their rules; nodes are in the first alone', async () => {
  const { groups, rules, subnets, ports } = await inTheCloud();
  const tcp = (port: number, cidr: string) => `ingress IPv4 tcp ${port}-${port} ${cidr}`;
  expect(rules).toEqual({
    default: INITIAL_DEFAULT_RULES,
    k8s_admin: [
      ...INITIAL_RULES,
      ...[tcp(22, '192.0.2.0/24'), tcp(6443, '192.0.2.0/24'), tcp(6443, subnets[0]?.cidr ?? '')],
    ],
    k8s_public: [...INITIAL_RULES, tcp(443, '0.0.0.0/0'), tcp(80, '0.0.0.0/0')],
  });
  const names = (ids: readonly string[]) =>
    groups
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .sort();
  const ofMachines = ports.filter(({ device_owner }) => device_owner.startsWith('compute:'));
  for (const { fixed_ips, security_groups } of ofMachines) {
    const isBalancer = fixed_ips[0]?.ip_address.endsWith('.10');
    expect(names(security_groups)).toEqual(isBalancer ? ['default', 'k8s_admin', 'k8s_public'] : ['default']);
  }
});

test('it has a load balancer with a floating IP, three servers and the worker with its volumes, spread by server groups', async () => {
  const { servers, ports, floatingIps, volumes, serverGroups, routers } = await inTheCloud();
  expect(servers.map(({ status }) => status)).toEqual(Array(MACHINES).fill('ACTIVE'));
  const sizesOf = (wanted: RegExp) =>
    servers
      .filter(({ name }) => wanted.test(name))
      .map((server) => {
        const ids = server['os-extended-volumes:volumes_attached'].map(({ id }) => id);
        return volumes.filter(({ id, status }) => ids.includes(id) && status === 'in-use').map(({ size }) => size);
      });
  expect(sizesOf(/^k8s-lb-/)).toEqual([[LB_SYSTEM]]);
  expect(sizesOf(/-rancher-node-server-\d+$/)).toEqual(Array(SERVERS).fill([SYSTEM]));
  expect(
    sizesOf(/-rancher-node-agent-\d+$/)
      .flat()
      .sort(),
  ).toEqual([DATA, SYSTEM]);
  expect(volumes).toHaveLength(MACHINES + WORKERS);

  const balancer = servers.find(({ name }) => name.startsWith('k8s-lb-'));
  const port = ports.find(({ device_id }) => device_id === balancer?.id);
  expect(floatingIps).toMatchObject([
    {
      port_id: port?.id,
      fixed_ip_address: expect.stringMatching(/\.10$/),
      floating_network_id: routers[0]?.external_gateway_info?.network_id,
    },
  ]);
  const idsOf = (role: string) => servers.filter(({ name }) => name.includes(`-node-${role}-`)).map(({ id }) => id);
  const spread = serverGroups.map(({ policies, members }) => [policies, members.sort()]);
  expect(spread).toEqual(
    expect.arrayContaining([
      [['soft-anti-affinity'], idsOf('server').sort()],
      [['soft-anti-affinity'], idsOf('agent').sort()],
    ]),
  );
  expect(serverGroups).toHaveLength(2);
});

test(
  'its termination leaves nothing of it in the real cloud, nor in Rancher',
  async () => {
    expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
    expect(await everything()).toEqual(before);
    const { kept, defaults } = await quotasKept(market.admin, projectId);
    expect(kept).toEqual(defaults);
  },
  PATIENCE_MS,
);
