import { describe, expect, test } from 'vitest';
import { aNodeRequest, aSubnet } from '#test/builders/order-inputs';
import { facts, idOf, orderOf, plan } from '#test/planning';
import type { PortAddress, RouterWays, Subnet, TenantFacts } from '../cloud-facts.ts';
import { connectivityProblems } from './check-connectivity.ts';

/** The subnet `subnet-<n>` of the network `network-<n>`, with the gateway 10.2<n>.0.1. */
const net = (n: number, fields: Partial<Subnet> = {}): Subnet =>
  aSubnet({
    ...{ id: `subnet-${n}`, name: `private-${n}`, networkId: `network-${n}` },
    ...{ cidr: `10.2${n}.0.0/16`, gatewayIp: `10.2${n}.0.1` },
    ...fields,
  });
/** The address of a router or machine in a subnet. The default is the gateway's address. */
const foot = (deviceId: string, n: number, host = 1, deviceOwner = 'network:router_interface'): PortAddress => ({
  ...{ networkId: `network-${n}`, subnetId: `subnet-${n}`, address: `10.2${n}.0.${host}`, deviceId, deviceOwner },
});
const router = (id: string, exit: RouterWays['exit'] = 'none'): RouterWays => ({ id, exit });

type There = { subnets?: Subnet[]; routers?: RouterWays[]; addresses?: PortAddress[] };
const there = ({ subnets = [net(1), net(2)], routers = [], addresses = [] }: There): TenantFacts => ({
  ...facts,
  subnets,
  routing: { routers, addresses },
});
const inSubnet = (n: number) => aNodeRequest(facts, { subnetUuid: idOf('subnet', `subnet-${n}`) });
const nodes = plan(orderOf(inSubnet(1), inSubnet(2)), {}, [there({})]);
const problems = (given: There) => connectivityProblems(nodes, there(given));

/** Each network has its own router. */
const APART = [foot('r1', 1), foot('r2', 2)];

describe('nodes in two subnets', () => {
  test.each<[string, There]>([
    ['of one network', { subnets: [net(1), net(2, { networkId: 'network-1' })], addresses: [] }],
    ['with a router in common', { routers: [router('r1')], addresses: [foot('r1', 1), foot('r1', 2)] }],
    [
      'with routers that meet in a third network',
      { routers: [router('r1'), router('r2')], addresses: [...APART, foot('r1', 3, 5), foot('r2', 3, 6)] },
    ],
    [
      'with a machine in both, which may be a router',
      { addresses: [foot('vm', 1, 1, 'compute:nova'), foot('vm', 2, 1, 'compute:nova')] },
    ],
    ['with gateways that are machines unknown to Neutron', { addresses: [] }],
    [
      'with routers that lead on with the addresses as they are',
      { routers: [router('r1', 'open'), router('r2', 'open')], addresses: APART },
    ],
    [
      'that have other routes than the gateway',
      {
        subnets: [net(1, { hasHostRoutes: true }), net(2, { hasHostRoutes: true })],
        ...{ routers: [router('r1'), router('r2')], addresses: APART },
      },
    ],
    [
      'with addresses from the operator’s pools',
      {
        subnets: [net(1, { isFromSubnetPool: true }), net(2, { isFromSubnetPool: true })],
        ...{ routers: [router('r1', 'hidden'), router('r2', 'hidden')], addresses: APART },
      },
    ],
    [
      'that both have a route into a network of others',
      {
        routers: [router('r1'), router('r2')],
        addresses: [...APART, foot('r1', 8, 5), foot('r2', 9, 5)],
      },
    ],
  ])('%s may reach each other (S0-361)', (_, given) => {
    expect(problems(given)).toEqual([]);
  });

  const text = `Subnets private-1 and private-2 of tenant ${facts.tenant.name} are not connected by a router, so their nodes cannot reach each other.`;
  test.each<[string, There]>([
    ['behind two routers without further routes', { routers: [router('r1'), router('r2')], addresses: APART }],
    [
      'behind two routers that translate their addresses',
      { routers: [router('r1', 'hidden'), router('r2', 'hidden')], addresses: APART },
    ],
    [
      'of which one has no gateway',
      { subnets: [net(1), net(2, { gatewayIp: null })], routers: [router('r1', 'open')], addresses: [foot('r1', 1)] },
    ],
    [
      'that only share an agent of Neutron',
      {
        routers: [router('r1'), router('r2')],
        addresses: [
          ...APART,
          foot('reserved_dhcp_port', 1, 2, 'network:dhcp'),
          foot('reserved_dhcp_port', 2, 2, 'network:dhcp'),
          foot('', 1, 3, ''),
          foot('', 2, 3, ''),
        ],
      },
    ],
  ])('%s are refused by name (S0-361)', (_, given) => {
    expect(problems(given)).toEqual([text]);
  });
});

test('unused subnets, and subnets that were not checked, are not reported', () => {
  const given = { routers: [router('r1'), router('r2')], addresses: APART };
  expect(connectivityProblems(nodes.slice(0, 1), there(given))).toEqual([]);
  const { routing: _, ...unseen } = there(given);
  expect(connectivityProblems(nodes, unseen)).toEqual([]);
});
