import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ cloud, market, stocked } = opened);
});

const id = z.object({ id: z.string() });
const named = z.array(z.object({ uuid: z.string(), name: z.string() }));
const withNodes = z.object({ nodes: z.array(z.looseObject({})) });
/**
 * Functions that delete a test's objects in the cloud, the latest object first. All tests of the file share the cloud.
 */
const cleanUp: (() => Promise<unknown>)[] = [];
const customer = () => cloud.cloud.project.member;
afterEach(async () => {
  for (const undo of cleanUp.splice(0)) await undo();
});

/** Makes an object as the customer does, in the customer's own project. */
async function make(one: string, fields: object): Promise<string> {
  const collection = `/${one.replaceAll('_', '-')}s`;
  const reply = z.object({ [one]: id });
  const madeId = (await customer().ask('network', 'POST', collection, reply, { [one]: fields }))[one]?.id ?? '';
  cleanUp.unshift(() => customer().ask('network', 'DELETE', `${collection}/${madeId}`, z.unknown()));
  return madeId;
}
async function uuidOf(kind: string, name: string): Promise<string> {
  const path = `openstack-tenants/${stocked.tenant}/${kind}/`;
  const listed = named.parse((await market.ask('GET', path, market.people.owner)).body);
  return listed.find((item) => item.name === name)?.uuid ?? '';
}
type MadeSubnet = { uuid: string; id: string; networkId: string };
async function makeSubnet(name: string, fields: object): Promise<MadeSubnet> {
  const networkId = await make('network', { name });
  const subnetId = await make('subnet', { name, network_id: networkId, ip_version: 4, ...fields });
  return { uuid: await uuidOf('subnets', name), id: subnetId, networkId };
}
async function connect(router: string, { id: subnet_id, networkId: network_id }: MadeSubnet, ip_address: string) {
  const foot = { port_id: await make('port', { network_id, fixed_ips: [{ subnet_id, ip_address }] }) };
  const change = (verb: string) =>
    customer().ask('network', 'PUT', `/routers/${router}/${verb}_router_interface`, z.unknown(), foot);
  await change('add');
  // Removing the interface also deletes the port. This cleanup therefore replaces the cleanup of the port.
  cleanUp.splice(0, 1, () => change('remove'));
}
function nodesIn(...subnets: string[]) {
  const [server, agent] = withNodes.parse(stocked.order().attributes).nodes;
  return subnets.map((subnet, index) => ({ ...(index === 0 ? server : agent), subnet }));
}
const order = (fields: object) =>
  market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body: stocked.order(fields) });
const dryRun = (fields: object) =>
  market.ask('POST', 'marketplace-orders/plan/', { ...market.people.owner, body: stocked.order(fields) });

async function expectRefused(fields: object, body: object): Promise<void> {
  expect(await order(fields)).toMatchObject({ status: 400, body });
  const orders = await market.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
  expect(orders.total).toBe(0);
  expect(await dryRun(fields)).toMatchObject({ status: 200, body: { valid: false, errors: [body] } });
}

describe('an order into the customer’s own networks', () => {
  test('needs no floating IP and no external network (S0-338, S0-360)', async () => {
    const routers = await customer().ask('network', 'GET', '/routers', z.object({ routers: z.array(id) }));
    expect(routers).toEqual({ routers: [] });
    expect((await dryRun({})).body).toMatchObject({ valid: true, objects: { tenants: [{ floating_ips: [] }] } });
    expect((await stocked.place()).answer).toMatchObject({ status: 201, body: { state: 'executing' } });
  });

  /**
   * A network's owner sees all ports in the network, including ports of other projects. The check reserves no addresses
   * for ports that Neutron may create later, such as DHCP ports.
   */
  test('needs a free address for each of its nodes, of those in the subnet’s pool (S0-358)', async () => {
    const allocation_pools = [{ start: '10.78.0.10', end: '10.78.0.12' }];
    const small = await makeSubnet('small', { cidr: '10.78.0.0/24', allocation_pools });
    const nodes = nodesIn(small.uuid, small.uuid, small.uuid, small.uuid);
    const texts = (left: string, asked: number) => ({
      nodes: [`Subnet small of tenant tenant-1 has ${left}, but the order needs ${asked}.`],
    });
    await expectRefused({ nodes }, texts('3 free addresses', 4));
    await make('port', { network_id: small.networkId });
    await expectRefused({ nodes: nodes.slice(0, 3) }, texts('2 free addresses', 3));
    expect((await order({ nodes: nodes.slice(0, 2) })).status).toBe(201);
  });

  /**
   * An order is refused only if the nodes certainly cannot reach each other. A rule is enough if it allows at least one
   * of the addresses that a node may get. Optional ports may be closed.
   */
  test('needs security groups that let its nodes reach each other on Kubernetes’ ports (S0-359)', async () => {
    const group = await make('security_group', { name: 'web' });
    const rule = { security_group_id: group, direction: 'ingress' };
    await make('security_group_rule', { ...rule, protocol: 'tcp', port_range_min: 443, port_range_max: 10_250 });
    const fields = { security_groups: [await uuidOf('security-groups', 'web')] };
    const ports = 'udp 8472 (Cilium VXLAN)';
    await expectRefused(fields, {
      security_groups: [`Security groups of tenant tenant-1 do not let its nodes reach each other on ${ports}.`],
    });
    await make('security_group_rule', { ...rule, remote_group_id: group });
    expect((await order(fields)).status).toBe(201);
  });

  /**
   * An order is refused only if two conditions are true. The tenant sees no connection between two networks, and at
   * least one of these networks is closed. A network is not closed if packets may leave it unseen. Examples are a
   * gateway that is no router of the tenant, and a router without NAT. Networks of two tenants are not compared,
   * because only the cloud's operators may see connections between tenants.
   */
  test('needs networks that are joined (S0-361)', async () => {
    const one = await makeSubnet('one', { cidr: '10.81.0.0/24', gateway_ip: null });
    const two = await makeSubnet('two', { cidr: '10.82.0.0/24' });
    const nodes = nodesIn(one.uuid, two.uuid);
    const pair = 'Subnets one and two of tenant tenant-1';
    await expectRefused(
      { nodes },
      { nodes: [`${pair} are not connected by a router, so their nodes cannot reach each other.`] },
    );
    const router = await make('router', { name: 'both' });
    await connect(router, one, '10.81.0.1');
    await connect(router, two, '10.82.0.1');
    expect((await order({ nodes })).status).toBe(201);
  });
});
