import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { managedOrder } from '#infra/local/managed-market';
import { pythonLines } from '#test/programs/python-lines';
import { nodeGone } from '../_worlds/added-node.ts';
import { personAt } from '../_worlds/customer.ts';
import { STAGE } from '../_worlds/deployed-stack.ts';
import { managedMarket, type SimulatedMarket } from '../_worlds/managed-market.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { type AccessWorld, accessWorld } from '../access/access-world.ts';
import { runSync } from '../access/run-pass.ts';
import { changeManaged, changeNodes, fillCluster } from '../waldur-functions/change-clusters.ts';
import { changeApps, changeContents } from '../waldur-functions/change-contents.ts';
import {
  changeResource,
  closeOffering,
  decideOrders,
  offerOptions,
  openOffering,
  orderBody,
  orderOf,
} from '../waldur-functions/change-market.ts';
import { changeInvitations, changeOwn, changePlaces } from '../waldur-functions/change-people.ts';
import { registerAgent, workAsAgent } from '../waldur-functions/change-site-agents.ts';
import { type Called, type ClientCall, clientCaller, madeBy, SERVED } from '../waldur-functions/client-caller.ts';
import { readEverything } from '../waldur-functions/read-everything.ts';

const { endpoints } = ownCloud();
const staff = personAt(endpoints, 'staff');
const of = (name: string): string => fileURLToPath(new URL(`../waldur-client/${name}`, import.meta.url));
const run = pythonLines({
  ...{ what: "Waldur's API client", log: 'waldur-client', requirements: of('requirements.txt') },
  ...{ program: of('call_functions.py'), arguments: [endpoints.api] },
});

const NAME = 'by-client';
const ended = z.looseObject({ order_uuid: z.string() });
let access: AccessWorld;
let market: SimulatedMarket;
beforeAll(async () => {
  const keycloak = { url: endpoints.keycloak, admin: endpoints.keycloak_admin, stop: async () => {} };
  access = await accessWorld(endpoints, { keycloak, realm: 'paddock', stage: STAGE });
  // With this option, users with a role in the project get an account in the provider's Rancher.
  const followed = { plugin_options: { automanage_rancher_users: true } };
  const path = `marketplace-provider-offerings/${access.offering}/`;
  expect(await staff.call('PATCH', path, followed)).toMatchObject({ status: 200 });
  market = await managedMarket(endpoints, 'Functions');
}, 120_000);
afterAll(async () => {
  await market?.stop();
  await access?.close();
}, 60_000);

async function finished(order: string) {
  const { state, error_message, resource_uuid, marketplace_resource_uuid: resource } = await staff.ended(order);
  expect([state, error_message]).toEqual(['done', '']);
  return { cluster: resource_uuid ?? '', resource };
}

/** Adds a cluster template without the client, which has no function for this. The client then reads the template. */
async function addTemplate(): Promise<void> {
  const node = { role: 'server', min_vcpu: 2, min_ram: 4096, system_volume_size: 65_536 };
  const answer = await staff.call('POST', 'rancher-cluster-templates/', { name: NAME, nodes: [node] });
  expect(answer).toMatchObject({ status: 201 });
}

/**
 * Orders a self-managed and a managed cluster. Calls the client's other writing functions during and after these
 * orders.
 */
async function changeEverything(call: ClientCall) {
  const place = (body: object) => madeBy(call('marketplace_orders_create', { body, by: 'owner' }));
  const order = await place(orderBody(endpoints, NAME, access.offering));
  const ofManaged = await place(orderOf(endpoints, managedOrder(market, endpoints.sample.project, NAME, 1)));
  const made = { ...(await changePlaces(call, endpoints)), ...(await changeOwn(call)) };
  await changeInvitations(call, endpoints);
  const offering = await openOffering(call, endpoints);
  const siteAgent = await registerAgent(call, endpoints);
  await workAsAgent(call, endpoints);
  const cancelled = await decideOrders(call, endpoints, offering);
  const [own, managed] = await Promise.all([finished(order), finished(ofManaged)]);
  await fillCluster(call, own.cluster, NAME);
  await addTemplate();
  const contents = await changeContents(call, endpoints, own.cluster);
  const catalog = await changeApps(call, endpoints, own.cluster);
  await offerOptions(call, access.offering);
  await changeResource(call, own.resource, NAME);
  const who = { username: 'clio', email: 'clio@example.org', role: access.role, scope_uuid: own.cluster };
  const membership = await madeBy(call('keycloak_user_group_memberships_create', { body: who }));
  const [node] = await Promise.all([
    changeNodes(call, endpoints, own.cluster),
    changeManaged(call, endpoints, managed),
    runSync(endpoints, STAGE, 'sync_rancher_users'),
  ]);
  return { ...made, offering, siteAgent, cancelled, own, managed, membership, node, catalog, contents };
}

type Changed = Awaited<ReturnType<typeof changeEverything>>;
async function deleteEverything(call: ClientCall, changed: Changed): Promise<void> {
  await call('keycloak_user_group_memberships_destroy', { uuid: changed.membership });
  await call('rancher_ingresses_destroy', { uuid: changed.contents.ingress });
  await call('rancher_workloads_destroy', { uuid: changed.contents.workload });
  await call('rancher_catalogs_destroy', { uuid: changed.catalog });
  await call('rancher_nodes_destroy', { uuid: changed.node, unexpected: 202 });
  await call('hooks_web_destroy', { uuid: changed.web });
  await call('hooks_email_destroy', { uuid: changed.mail });
  await call('keys_destroy', { uuid: changed.key });
  await call('marketplace_site_agent_identities_destroy', { uuid: changed.siteAgent });
  await call('projects_destroy', { uuid: changed.project });
  await call('customers_destroy', { uuid: changed.customer });
  await nodeGone(staff, changed.node);
  const terminate = async (uuid: string) =>
    ended.parse(await call('marketplace_resources_terminate', { uuid, body: {} })).order_uuid;
  const orders = [await terminate(changed.own.resource), await terminate(changed.managed.resource)];
  await Promise.all([...orders.map(finished), staff.ended(changed.cancelled)]);
  await closeOffering(call, changed.offering);
}

function report(calls: readonly Called[]): void {
  const statuses = Object.entries(Object.groupBy(calls, ({ status }) => status));
  const counted = statuses.map(([status, its = []]) => `${its.length} answered ${status}`);
  const functions = new Set(calls.map(({ name }) => name)).size;
  process.stdout.write(`${functions} functions of Waldur's client, ${calls.length} calls: ${counted.join(', ')}\n`);
  for (const { name, problems } of calls) for (const problem of problems) process.stdout.write(`${name}: ${problem}\n`);
}

test("every function of Waldur's client that Paddock has a route for is answered as documented, and read by the client", async () => {
  const { call, calls } = await clientCaller(endpoints, run);
  try {
    const changed = await changeEverything(call);
    const chosen = { 'rancher-nodes': changed.node };
    await readEverything(call, chosen, endpoints.sample.tenants.demo ?? '');
    await deleteEverything(call, changed);
  } finally {
    report(calls);
  }
  expect(calls.filter(({ problems }) => problems.length > 0)).toEqual([]);
  const called = new Set(calls.map(({ name }) => name));
  expect([...SERVED.keys()].filter((name) => !called.has(name))).toEqual([]);
}, 300_000);
