import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { vmRunnerFlags } from '#infra/local/simulators';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { stateOfBackends } from '#test/e2e/_worlds/backends';
import { personAt } from '#test/e2e/_worlds/customer';
import { type Inventory, inventoryOf, PROJECT_KINDS } from '../cloud-inventory.ts';
import { errorsLogged } from './errors-logged.ts';
import { type RealTenant, realTenant } from './real-tenant.ts';

const PATIENCE_MS = 900_000;
const SERVERS = 3;
const AGENTS = 2;
const access = cloudAccess.parse(JSON.parse(process.env.PADDOCK_REAL_OPENSTACK ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
/** The endpoints of the simulated backends. The real cloud is checked separately. */
const simulated = { ...endpoints, openstack: {} };
const owner = personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS });
let vmRunner: Simulator | undefined;
let tenant: RealTenant;
let before: { project: Inventory; simulated: unknown };
let placed: Awaited<ReturnType<typeof owner.place>>;

const inventory = () => inventoryOf(tenant.project.member, PROJECT_KINDS);

beforeAll(async () => {
  vmRunner = await startSimulator('vm-runner', ...vmRunnerFlags(access));
  await vmRunner.setDelays({ poll: 1_000, boot: 300 });
  tenant = await realTenant(access, endpoints);
  before = { project: await inventory(), simulated: await stateOfBackends(simulated) };
});
afterAll(async () => {
  await tenant?.remove();
  await vmRunner?.stop();
});

beforeEach(() => {
  onTestFailed(async () => {
    process.stdout.write(`${await errorsLogged(endpoints, 'real')}\n`);
  });
});

function order() {
  const { subnet, flavor, securityGroup, volumeType, ...uuids } = tenant.uuids;
  const data = { size: 10_240, mount_point: '/var/lib/data', filesystem: 'ext4', volume_type: volumeType };
  const node = (role: string, data_volumes: object[]) => ({
    ...{ role, subnet, flavor, system_volume_size: 65_536, data_volumes },
  });
  const attributes = {
    name: 'on-real-openstack',
    tenant: uuids.tenant,
    security_groups: [{ url: securityGroup }],
    nodes: [
      ...Array.from({ length: SERVERS }, () => node('server', [])),
      ...Array.from({ length: AGENTS }, () => node('agent', [data])),
    ],
  };
  return { offering: endpoints.sample.offering, project: endpoints.sample.project, attributes };
}

const serverRows = z.object({
  servers: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      security_groups: z.array(z.object({ name: z.string() })),
      'os-extended-volumes:volumes_attached': z.array(z.object({ id: z.string() })),
    }),
  ),
});

test(
  `an order of ${SERVERS} servers and ${AGENTS} agents with a data volume each becomes a running cluster of the real Nova’s servers`,
  async () => {
    placed = await owner.place(order());
    const created = await owner.ended(placed.uuid);
    expect(created).toMatchObject({ state: 'done', error_message: '' });
    const cluster = await owner.cluster(created.resource_uuid ?? '');
    expect(cluster).toMatchObject({ state: 'OK', runtime_state: 'active', last_error: null });
    expect(cluster.nodes).toHaveLength(SERVERS + AGENTS);
    for (const node of cluster.nodes) expect(node).toMatchObject({ state: 'OK', runtime_state: 'active' });

    const { member } = tenant.project;
    const { servers } = await member.ask('compute', 'GET', '/servers/detail', serverRows);
    expect(servers.map(({ name }) => name).sort()).toEqual(cluster.nodes.map(({ name }) => name).sort());
    expect(servers.map(({ status }) => status)).toEqual(servers.map(() => 'ACTIVE'));
    for (const { security_groups } of servers) expect(security_groups).toContainEqual({ name: 'kubernetes' });
    const volumes = servers.map((server) => server['os-extended-volumes:volumes_attached'].length);
    expect(volumes.sort()).toEqual([...Array(SERVERS).fill(1), ...Array(AGENTS).fill(2)]);
  },
  PATIENCE_MS,
);

test(
  'its termination leaves the real project and the simulated backends as they were',
  async () => {
    expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
    expect(await inventory()).toEqual(before.project);
    expect(await stateOfBackends(simulated)).toEqual(before.simulated);
  },
  PATIENCE_MS,
);
