import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { managedOrder } from '#infra/local/managed-market';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { personAt } from '#test/e2e/_worlds/customer';
import { CLOUD_KINDS, inventoryOf } from '../cloud-inventory.ts';
import { errorsLogged } from '../order/errors-logged.ts';
import { type RealMarket, realMarket } from './real-market.ts';

const PATIENCE_MS = 900_000;
const ZONES = ['a', 'b', 'c'];
const SERVERS = 3;

const access = cloudAccess.parse(JSON.parse(process.env.PADDOCK_REAL_OPENSTACK ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const owner = personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS });
let market: RealMarket;

const network = z.object({ id: z.string(), name: z.string(), shared: z.boolean() });
const route = z.object({ destination: z.string(), nexthop: z.string() });
const router = z.object({ name: z.string(), routes: z.array(route) });
const port = z.object({ device_owner: z.string(), fixed_ips: z.array(z.object({ ip_address: z.string() })) });

const inventory = () => inventoryOf(market.admin, CLOUD_KINDS);

beforeAll(async () => {
  market = await realMarket(access, endpoints, { zones: ZONES });
}, PATIENCE_MS);
afterAll(() => market?.stop());
beforeEach(() => {
  onTestFailed(async () => {
    process.stdout.write(`${await errorsLogged(endpoints, 'real')}\n`);
  });
});

test(
  'an order in three zones of the real cloud has a way between its tenants, and its termination leaves nothing of it',
  async () => {
    const before = await inventory();
    const placed = await owner.place(managedOrder(market, endpoints.sample.project, 'zones-on-real', 0));
    expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
    const { name, nodes } = await owner.cluster(placed.resource_uuid ?? '');
    expect(nodes).toHaveLength(ZONES.length * SERVERS);

    const { admin } = market;
    const path = `/networks?name=${name}-peers`;
    const { networks } = await admin.ask('network', 'GET', path, z.object({ networks: z.array(network) }));
    expect(networks).toHaveLength(1);
    const onWay = `/ports?network_id=${networks[0]?.id}`;
    const { ports } = await admin.ask('network', 'GET', onWay, z.object({ ports: z.array(port) }));
    expect(ports.map(({ device_owner }) => device_owner)).toEqual(ZONES.map(() => 'network:router_interface'));
    const feet = ports.map(({ fixed_ips }) => fixed_ips[0]?.ip_address).sort();
    const { routers } = await admin.ask('network', 'GET', '/routers', z.object({ routers: z.array(router) }));
    const routed = routers.filter((item) => item.name.startsWith('os-tenant-'));
    expect(routed.map(({ routes }) => routes.length)).toEqual(ZONES.map(() => ZONES.length - 1));
    const hops = new Set(routed.flatMap(({ routes }) => routes.map(({ nexthop }) => nexthop)));
    expect([...hops].sort()).toEqual(feet);

    expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
    expect(await inventory()).toEqual(before);
  },
  PATIENCE_MS,
);
