import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { connectedBackends } from '#shared/runtime/wiring/backends';
import type { ManagedStock } from '#test/integration/_worlds/managed-stock';
import { managedStockPerTest } from '#test/integration/_worlds/managed-stock';
import type { Cloud, Market } from '#test/integration/_worlds/market';
import { buildTenants, removeProjects } from '#test/integration/infrastructure/built-infrastructure';

let cloud: Cloud;
let market: Market;
let stock: ManagedStock;
managedStockPerTest((opened) => {
  ({ cloud, market, stock } = opened);
});

/**
 * Example W1 of docs/spec/orders.md#limits-of-tenants. Servers have 8 vCPUs, workers 4 and load balancers 2. Each vCPU
 * has 2 GB of memory. Sizes are in GB.
 */
const W1 = {
  managed_rancher_server_flavor_name: 'm1.xlarge',
  managed_rancher_server_system_volume_size_gb: 50,
  managed_rancher_server_data_volume_size_gb: 100,
  managed_rancher_worker_system_volume_size_gb: 50,
  managed_rancher_load_balancer_flavor_name: 'm1.medium',
  managed_rancher_load_balancer_system_volume_size_gb: 20,
  managed_rancher_load_balancer_data_volume_size_gb: 10,
};
const ORDER = { worker_nodes_flavor_name: 'm1.large', worker_nodes_data_volume_size: 102_400 };

const volume = z.object({ server: z.string(), size: z.number(), type: z.string().nullable() }).loose();
const tried = z.object({
  errors: z.array(z.unknown()),
  objects: z.object({
    tenants: z.array(
      z.object({ volumes: z.array(volume), infrastructure: z.looseObject({ limits: z.unknown() }) }).loose(),
    ),
  }),
});
/** Runs an order's dry run, which must report no errors. Returns the only tenant in the answer. */
async function tenantOf(fields: object) {
  const { errors, objects } = tried.parse((await stock.plan({ ...ORDER, ...fields })).body);
  expect(errors).toEqual([]);
  return objects.tenants[0] ?? expect.fail('there is no tenant');
}
const limitsOf = async (fields: object) => (await tenantOf(fields)).infrastructure.limits;

describe('what a tried order would take of its tenant', () => {
  test.each([
    [0, {}, { cores: 26, ram: 53_248, storage: 491_520 }],
    [1, {}, { cores: 30, ram: 61_440, storage: 645_120 }],
    [2, {}, { cores: 34, ram: 69_632, storage: 798_720 }],
    [
      2,
      { install_longhorn: true, worker_nodes_longhorn_volume_size: 204_800 },
      { cores: 34, ram: 69_632, storage: 1_208_320 },
    ],
    [2, { worker_nodes_longhorn_volume_size: 204_800 }, { cores: 34, ram: 69_632, storage: 798_720 }],
    [5, {}, { cores: 46, ram: 94_208, storage: 1_259_520 }],
  ])('is exact to the megabyte: %i workers, %o (R-9b-W1, R-9-90, R-9-91, R-9-93)', async (workers, fields, limits) => {
    await stock.resell(W1);
    expect(await limitsOf({ worker_nodes_count: workers, ...fields })).toEqual(limits);
  });

  test.each([
    [{}, undefined],
    [{ managed_rancher_tenant_max_cpu: 39 }, 'cores limit 40 cores exceeds the maximum allowed 39 cores'],
    [{ managed_rancher_tenant_max_cpu: 40 }, undefined],
    [{ managed_rancher_tenant_max_ram: 79 }, 'ram limit 81920 MB exceeds the maximum allowed 80896 MB'],
    [{ managed_rancher_tenant_max_disk: 100 }, 'storage limit 512000 MB exceeds the maximum allowed 102400 MB'],
    [{ managed_rancher_tenant_max_disk: 500 }, undefined],
  ])(
    'may reach what the offering allows, and not pass it: flavors all equal, %o (R-9b-W2, R-9-106)',
    async (maxima, excess) => {
      await stock.resell({
        ...{
          ...W1,
          managed_rancher_server_data_volume_size_gb: 50,
          managed_rancher_load_balancer_flavor_name: 'm1.xlarge',
        },
        ...{
          managed_rancher_load_balancer_system_volume_size_gb: 50,
          managed_rancher_load_balancer_data_volume_size_gb: 50,
        },
        ...maxima,
      });
      const equal = {
        worker_nodes_flavor_name: 'm1.xlarge',
        worker_nodes_data_volume_size: 51_200,
        worker_nodes_count: 1,
      };
      if (excess !== undefined) {
        const text = `The requested total ${excess} for tenants.`;
        await stock.expectRefused(equal, { non_field_errors: [text] });
      } else expect(await limitsOf(equal)).toEqual({ cores: 40, ram: 81_920, storage: 512_000 });
    },
  );
});

describe('in a cloud that limits storage by type', () => {
  const TYPES = ['ssd-fast', 'hdd-slow'];
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const one of undo.splice(0)) await one();
  });
  async function makeDynamic() {
    const { admin } = cloud.cloud;
    const made = z.object({ volume_type: z.object({ id: z.string() }) });
    for (const name of TYPES) {
      const { volume_type } = await admin.ask('block-storage', 'POST', '/types', made, { volume_type: { name } });
      undo.push(() => admin.ask('block-storage', 'DELETE', `/types/${volume_type.id}`, z.unknown()));
    }
    const body = { plugin_options: { storage_mode: 'dynamic' } };
    const [zone] = stock.zones;
    await market.ask('PATCH', `marketplace-provider-offerings/${zone?.uuid}/`, { ...market.people.staff, body });
  }
  const options = (worker_system: object = {}) => ({
    ...W1,
    managed_rancher_server_system_volume_type_name: 'ssd-fast',
    managed_rancher_server_data_volume_type_name: 'ssd-fast',
    managed_rancher_worker_system_volume_type_name: 'ssd-fast',
    managed_rancher_load_balancer_system_volume_type_name: 'ssd-fast',
    managed_rancher_load_balancer_data_volume_type_name: 'hdd-slow',
    ...worker_system,
  });

  test('a tried order shows how much of each type (R-9-99)', async () => {
    await makeDynamic();
    await stock.resell(options());
    expect(await limitsOf({ worker_nodes_count: 2, worker_nodes_data_volume_type_name: 'hdd-slow' })).toEqual({
      ...{ cores: 34, ram: 69_632, 'gigabytes_ssd-fast': 583_680, 'gigabytes_hdd-slow': 215_040 },
    });
  });

  test('volumes have the sizes of order and offering, and the types of both (S0-228, S0-229, S0-230, S0-231, S0-232, S0-233, S0-234, S0-235, S0-236, S0-237, S0-238, S0-334, S0-335, R-9-102)', async () => {
    await makeDynamic();
    await stock.resell(options({ managed_rancher_worker_system_volume_size_gb: 30 }));
    const { volumes } = await tenantOf({
      ...{ worker_nodes_count: 1, worker_nodes_data_volume_size: 51_200, install_longhorn: true },
      ...{ worker_nodes_data_volume_type_name: 'hdd-slow', worker_nodes_longhorn_volume_size: 102_400 },
      worker_nodes_longhorn_volume_type_name: 'ssd-fast',
    });
    const of = (machine: string) =>
      volumes.filter(({ server }) => server.includes(machine)).map(({ size, type }) => [size, type]);
    expect(of('-agent-1')).toEqual([
      [30, 'ssd-fast'],
      [50, 'hdd-slow'],
      [100, 'ssd-fast'],
    ]);
    expect(of('-server-1')).toEqual([
      [50, 'ssd-fast'],
      [100, 'ssd-fast'],
    ]);
    expect(of('k8s-lb-')).toEqual([
      [20, 'ssd-fast'],
      [10, 'hdd-slow'],
    ]);
  });
});

const nodesShown = z.array(
  z.looseObject({
    role: z.string(),
    initial_data: z.looseObject({ system_volume_size: z.number(), data_volumes: z.array(z.looseObject({})) }),
  }),
);

test.each(['worker_nodes_data_volume_size', 'worker_nodes_longhorn_volume_size'])(
  '%s is no larger than an offering’s own volumes may be, which Cinder’s quotas hold',
  async (field) => {
    const most = 1_024_000_000;
    const longhorn = { install_longhorn: true, worker_nodes_longhorn_volume_size: 1024 };
    const text = `Ensure this value is less than or equal to ${most}.`;
    await stock.expectRefused({ ...longhorn, [field]: most + 1 }, { [field]: [text] });
    expect(await limitsOf({ ...longhorn, worker_nodes_count: 1, [field]: most })).toBeDefined();
  },
);

test('Longhorn without workers is refused: servers that carry workloads have no volume for it', async () => {
  const fields = { worker_nodes_count: 0, install_longhorn: true, worker_nodes_longhorn_volume_size: 1024 };
  const body = { install_longhorn: ['Longhorn needs workers, because it uses their volumes.'] };
  await stock.expectRefused(fields, body);
});

describe('an order that is carried out', () => {
  let settingsUuid = '';
  afterEach(() => removeProjects(market, settingsUuid));

  test('is refused with what its cloud has not any more, and goes on when that is back', async () => {
    const { admin } = cloud.cloud;
    const made = z.object({ flavor: z.object({ id: z.string() }) });
    const flavor = { name: 'passing', vcpus: 2, ram: 4096, disk: 0 };
    const add = async () => (await admin.ask('compute', 'POST', '/flavors', made, { flavor })).flavor.id;
    const remove = (id: string) => admin.ask('compute', 'DELETE', `/flavors/${id}`, z.unknown());
    const first = await add();
    const placed = await stock.place({ worker_nodes_flavor_name: 'passing' });
    await remove(first);
    const carryOut = () => buildTenants(market, placed.clusterUuid);
    await expect(carryOut()).rejects.toThrow(
      `worker_nodes_flavor_name: Flavor is not available in OpenStack offering '${stock.zones[0]?.uuid}': passing`,
    );
    const second = await add();
    const { tenants } = await carryOut();
    ({ settingsUuid } = await market.store.tenants.get(tenants[0] ?? ''));
    await remove(second);
  });

  test('has a tenant, a load balancer in it, and nodes with the flavor, subnet and sizes that were ordered (S0-017, S0-331, S0-332, S0-333, R-9-101, R-9-102)', async () => {
    await stock.resell(W1);
    const longhorn = { install_longhorn: true, worker_nodes_longhorn_volume_size: 102_400 };
    const placed = await stock.place({ ...ORDER, ...longhorn, name: 'shop', worker_nodes_count: 2 });
    const { deps, target, tenants } = await buildTenants(market, placed.clusterUuid);
    expect(tenants).toHaveLength(1);
    const { store, secrets, stage } = market;
    ({ settingsUuid } = await store.tenants.get(tenants[0] ?? ''));
    const { vault } = connectedBackends(store, secrets, stage);
    await planNodes.run({ ...deps, vault, secrets, stage, publicUrl: 'https://paddock.example' }, target);

    const [tenant] = await store.clusterTenants.listByCluster(placed.clusterUuid);
    expect(tenant?.loadBalancer).toMatchObject({ flavorName: 'm1.medium', systemVolumeSizeMb: 20_480 });
    const path = `rancher-nodes/?cluster_uuid=${placed.clusterUuid}`;
    const nodes = nodesShown.parse((await market.ask('GET', path, market.people.owner)).body);
    const of = (role: string) => nodes.filter((node) => node.role === role).map((node) => node.initial_data);
    const disks = { mount_point: '/opt/rke2_storage', filesystem: 'btrfs', volume_type: null };
    const place = {
      subnet: tenant?.made.subnetId,
      tenant: tenant?.uuid,
      security_groups: [tenant?.made.securityGroupIds.default],
    };
    const server = {
      flavor_name: 'm1.xlarge',
      system_volume_size: 51_200,
      data_volumes: [{ ...disks, size: 102_400 }],
    };
    const worker = {
      ...{ flavor_name: 'm1.large', system_volume_size: 51_200 },
      data_volumes: [
        { ...disks, size: 102_400 },
        { ...disks, size: 102_400, mount_point: '/opt/longhorn_storage' },
      ],
    };
    expect(of('server')).toMatchObject(Array.from({ length: 3 }, () => ({ ...server, ...place })));
    expect(of('agent')).toMatchObject(Array.from({ length: 2 }, () => ({ ...worker, ...place })));
  });
});
