import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureNetwork } from '#shared/app/infrastructure/steps/ensure-network';
import { ensurePeerNetworks } from '#shared/app/infrastructure/steps/ensure-peer-networks';
import { PEER_NETWORK } from '#shared/domain/infrastructure/networks/peer-network';
import { inEachTenant, managedWorldPerFile, provision, remove } from '../_worlds/managed-world.ts';
import { type Begun, clusterOf, stableStateOf, stateOf } from '../_worlds/step-world.ts';

const world = await managedWorldPerFile();
beforeEach(() => world.cloud.clearFaults());

const UP_TO_NETWORKS = 2;
const network = z.object({ id: z.string(), name: z.string(), project_id: z.string() });
const subnet = z.object({ network_id: z.string(), cidr: z.string(), gateway_ip: z.string().nullable() });
const router = z.object({ name: z.string(), routes: z.array(z.record(z.string(), z.string())) });
const port = z.object({ network_id: z.string(), device_id: z.string(), fixed_ips: z.array(z.looseObject({})) });

/** The network that connects the cluster's tenants, with its routers and ports. */
async function peersOf(begun: Begun) {
  const { name } = await clusterOf(world, begun);
  const state = await stateOf(world.cloud);
  const networks = z.array(network).parse(state.networks);
  const own = networks.filter((item) => item.name === `${name}-peers`);
  const ids = new Set(own.map(({ id }) => id));
  const tenants = await world.store.clusterTenants.listByCluster(begun.target.clusterUuid);
  const routers = z.array(router).parse(state.routers);
  return {
    tenants,
    networks: own,
    subnets: z
      .array(subnet)
      .parse(state.subnets)
      .filter((item) => ids.has(item.network_id)),
    ports: z
      .array(port)
      .parse(state.ports)
      .filter((item) => ids.has(item.network_id)),
    routes: tenants.map((tenant) => routers.find((item) => item.name === tenant.name)?.routes ?? []),
  };
}

describe('tenants of one cluster in one cloud', () => {
  test('reach one another by a network between their routers, made once however often the step is run', async () => {
    const begun = await world.order(1, 3);
    await provision(world, begun, UP_TO_NETWORKS);
    await ensurePeerNetworks.run(world.deps, begun.target);
    const { tenants, networks, subnets, ports, routes } = await peersOf(begun);
    expect(networks).toMatchObject([{ project_id: tenants[0]?.made.projectId }]);
    expect(subnets).toMatchObject([{ cidr: PEER_NETWORK, gateway_ip: null }]);
    expect(ports).toHaveLength(3);
    expect(ports.every(({ device_id }) => device_id !== '')).toBe(true);
    const cidrs = tenants.map((tenant) => tenant.network.cidr);
    const reached = routes.map((of) => of.map(({ destination }) => destination));
    expect(reached).toEqual(cidrs.map((cidr) => cidrs.filter((other) => other !== cidr)));
    await remove(world, begun);
  });

  test.each([
    ['POST', '/networks$'],
    ['POST', '/subnets$'],
    ['POST', '/rbac-policies$'],
    ['POST', '/ports$'],
    ['PUT', '/add_router_interface$'],
    ['PUT', '/routers/[^/]+$'],
  ])('have it once when the answer of %s %s is lost', async (method, path) => {
    const begun = await world.order(1, 3);
    await provision(world, begun, 1);
    await inEachTenant(world, begun, ensureNetwork);
    await world.cloud.plan({ kind: 'lose', method, path, nth: 1 });
    const step = () => ensurePeerNetworks.run(world.deps, begun.target);
    await expect(step()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await step();
    const { networks, subnets, ports, routes } = await peersOf(begun);
    expect([networks.length, subnets.length, ports.length]).toEqual([1, 1, 3]);
    expect(routes.map((of) => of.length)).toEqual([2, 2, 2]);
    await remove(world, begun);
  });

  test('leave nothing of it', async () => {
    const before = await stableStateOf(world.cloud);
    const begun = await world.order(1, 3);
    await provision(world, begun);
    await remove(world, begun);
    expect(await stableStateOf(world.cloud)).toEqual(before);
  });

  test('are joined with quotas that hold it', async () => {
    const begun = await world.order(0, 3);
    await provision(world, begun, UP_TO_NETWORKS);
    const { tenants } = await peersOf(begun);
    expect(tenants.map(({ counts }) => [counts.networks, counts.subnets])).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
    ]);
    await remove(world, begun);
  });
});

test('a tenant that is alone in its cloud has no such network', async () => {
  const begun = await world.order();
  await provision(world, begun, UP_TO_NETWORKS);
  expect(await peersOf(begun)).toMatchObject({ networks: [], ports: [], routes: [[]] });
  await remove(world, begun);
});
