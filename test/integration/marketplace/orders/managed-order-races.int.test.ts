import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { managedStockPerTest, type OpenedManaged } from '#test/integration/_worlds/managed-stock';

let opened: OpenedManaged;
/** Long timeouts: one test process does the work of two hundred functions. */
const TIMES = { backendsMs: 60_000, functionMs: 90_000 };
managedStockPerTest((given) => {
  opened = given;
}, TIMES);

const ORDERS = 200;
const tally = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((one) => one === status).length]));

async function allClusters(): Promise<Cluster[]> {
  const { items } = await opened.market.store.clusters.list({ visibility: 'all' }, { page: 1, pageSize: 300 });
  return items;
}
const networksOf = (clusters: readonly Cluster[]) =>
  clusters.flatMap(({ managed }) => managed?.networks.map(({ cidr }) => cidr) ?? []);

const placeMany = (fields: object = {}) =>
  Promise.all(Array.from({ length: ORDERS }, (_, index) => opened.stock.ask({ name: `prod ${index}`, ...fields })));
const complaint = () => opened.market.log.lines.find((line) => line.includes('"warn"'));

test('two hundred orders of three networks each never get overlapping networks or equal names (S0-321)', async () => {
  const { stock, market } = opened;
  const answers = await placeMany({ openstack_offering_uuid_list: stock.zones.map(({ uuid }) => uuid) });
  expect(tally(answers.map(({ status }) => status)), complaint()).toEqual({ 201: ORDERS });
  const clusters = await allClusters();
  expect(new Set(networksOf(clusters)).size).toBe(3 * ORDERS);
  expect(new Set(clusters.map(({ name }) => name)).size).toBe(ORDERS);
  const projects = await market.store.projects.list({ visibility: 'all' }, { page: 1, pageSize: 300 });
  const ofMachines = projects.items.filter(({ name }) => name.includes(' / '));
  expect(new Set(ofMachines.map(({ slug }) => slug)).size).toBe(ORDERS);
}, 120_000);

test('of two hundred orders at the same moment each gets a network of its own, to the last one of a small range, and the others are refused', async () => {
  const { stock } = opened;
  await stock.change({ node_network_supernet: '10.64.0.0/18', reserved_networks: ['10.64.8.0/23'] });
  const answers = await placeMany();
  expect(tally(answers.map(({ status }) => status)), complaint()).toEqual({ 201: 62, 400: ORDERS - 62 });
  const refused = z.array(z.string());
  const [texts] = answers.filter(({ status }) => status === 400).map(({ body }) => refused.parse(body));
  const text = 'The range 10.64.0.0/18 of the provider has too few free node networks.';
  expect(texts).toEqual([`${text} The operator has to widen it (option node_network_supernet).`]);
  const networks = networksOf(await allClusters());
  expect(new Set(networks).size).toBe(62);
  expect(networks.filter((cidr) => ['10.64.8.0/24', '10.64.9.0/24'].includes(cidr))).toEqual([]);
}, 120_000);
