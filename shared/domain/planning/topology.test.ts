import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { aNodeRequest, someOrderAttributes, someTenantFacts } from '#test/builders/order-inputs';
import type { OrderAttributes } from './order-attributes.ts';
import { tenantsOf, topologyErrors } from './topology.ts';

const facts = someTenantFacts();
const server = aNodeRequest(facts);
const agent = aNodeRequest(facts, { role: 'agent' });
const EITHER = ['Either cluster or node tenant should be specified.'];

function anOrderOf(servers: number, agents: number, fields: Partial<OrderAttributes> = {}): OrderAttributes {
  const nodes = [...Array.from({ length: servers }, () => server), ...Array.from({ length: agents }, () => agent)];
  return someOrderAttributes(facts, { nodes, ...fields });
}
const withoutTenant = ({ tenantUuid: _, ...rest }: OrderAttributes): OrderAttributes => rest;
const withNodeTenants = (order: OrderAttributes): OrderAttributes => ({
  ...order,
  nodes: order.nodes.map((node) => ({ ...node, tenantUuid: aUuid() })),
});

describe('the number of servers and agents', () => {
  test.each([
    [1, 1],
    [3, 1],
    [3, 3],
    [5, 1],
    [1, 200],
  ])('%i servers and %i agents are a cluster', (servers, agents) => {
    expect(topologyErrors(anOrderOf(servers, agents))).toEqual({});
  });

  test.each([
    [2, 1],
    [4, 2],
    [7, 1],
    [0, 2],
  ])('%i servers and %i agents are not; the message counts both (S0-305, R-9-9)', (servers, agents) => {
    expect(topologyErrors(anOrderOf(servers, agents))).toEqual({
      nodes: [
        `Total count of server nodes must be 1, 3 or 5. You have got ${servers} servers and ${agents} agent${agents === 1 ? '' : 's'}.`,
      ],
    });
  });

  test('a cluster without an agent is refused (R-9-10)', () => {
    expect(topologyErrors(anOrderOf(3, 0))).toEqual({ nodes: ['Count of agent nodes must be min 1.'] });
  });

  test('an order without nodes lacks both', () => {
    expect(topologyErrors(anOrderOf(0, 0)).nodes).toEqual([
      'Total count of server nodes must be 1, 3 or 5. You have got 0 servers and 0 agents.',
      'Count of agent nodes must be min 1.',
    ]);
  });
});

describe('the tenant', () => {
  test('is named at the cluster only, or at every node (S0-255, R-9-23)', () => {
    expect(topologyErrors(anOrderOf(1, 1))).toEqual({});
    expect(topologyErrors(withNodeTenants(withoutTenant(anOrderOf(1, 1))))).toEqual({});
  });

  test.each([
    ['nowhere', withoutTenant(anOrderOf(1, 1))],
    ['at both', withNodeTenants(anOrderOf(1, 1))],
    ['at some nodes only', withoutTenant({ ...anOrderOf(1, 1), nodes: [{ ...server, tenantUuid: aUuid() }, agent] })],
    ['at the cluster and at one node', { ...anOrderOf(1, 1), nodes: [{ ...server, tenantUuid: aUuid() }, agent] }],
  ])('%s is wrong (S0-255, S0-269, S0-304, R-9-21, R-9-22)', (_where, order) => {
    expect(topologyErrors(order)).toEqual({ tenant: EITHER });
  });

  test('the seed’s example as it is printed has neither tenant nor agent and both are reported (S0-315)', () => {
    expect(topologyErrors(withoutTenant(anOrderOf(1, 0)))).toEqual({
      nodes: ['Count of agent nodes must be min 1.'],
      tenant: EITHER,
    });
  });
});

describe('the tenants of an order', () => {
  test('are only the cluster’s if it names one', () => {
    expect(tenantsOf(anOrderOf(3, 3))).toEqual([facts.tenant.uuid]);
  });

  test('are those of the nodes, without duplicates, in their order', () => {
    const [one, two] = [aUuid(), aUuid()];
    const nodes = [two, one, two].map((tenantUuid) => ({ ...server, tenantUuid }));
    expect(tenantsOf(withoutTenant(someOrderAttributes(facts, { nodes })))).toEqual([two, one]);
  });
});
