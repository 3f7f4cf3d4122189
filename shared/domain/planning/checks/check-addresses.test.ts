import { describe, expect, test } from 'vitest';
import { aNodeRequest, aSubnet } from '#test/builders/order-inputs';
import { facts, orderOf, plan } from '#test/planning';
import type { PortAddress, TenantFacts } from '../cloud-facts.ts';
import { addressProblems, freeAddresses } from './check-addresses.ts';

const nodes = plan(orderOf(aNodeRequest(facts), aNodeRequest(facts), aNodeRequest(facts, { role: 'agent' })));
const at = (address: string, subnetId = 'subnet-1'): PortAddress => ({
  ...{ networkId: 'network-1', subnetId, address, deviceId: '', deviceOwner: '' },
});
const poolOf = (start: string, end: string) => ({ pools: [{ start, end }] });
const withTaken = (pools: Pick<TenantFacts['subnets'][number], 'pools'>, ...addresses: PortAddress[]): TenantFacts => ({
  ...facts,
  subnets: [aSubnet(pools), aSubnet({ id: 'subnet-2', name: 'empty', pools: [] })],
  addresses,
});

describe('machines', () => {
  test.each([
    ['into the last free addresses of their subnet fit', withTaken(poolOf('10.20.0.2', '10.20.0.4'))],
    [
      'are not reduced by addresses in use outside the pool',
      withTaken(poolOf('10.20.0.2', '10.20.0.4'), at('10.20.0.9')),
    ],
    [
      'are not reduced by addresses in use elsewhere',
      withTaken(poolOf('10.20.0.2', '10.20.0.4'), at('10.20.0.3', 'subnet-2')),
    ],
    ['are not limited in a subnet of IPv6', withTaken(poolOf('fd00::2', 'fd00::2'))],
  ])('%s (S0-358)', (_, there) => {
    expect(addressProblems(nodes, there)).toEqual([]);
  });

  test.each([
    ['1 free address', withTaken(poolOf('10.20.0.2', '10.20.0.3'), at('10.20.0.3'), at('10.20.0.3'))],
    ['2 free addresses', withTaken(poolOf('10.20.0.2', '10.20.0.3'))],
    ['0 free addresses', withTaken({ pools: [] })],
  ])('are too few, and the order is refused with %s (S0-358)', (left, there) => {
    const text = `Subnet private of tenant ${facts.tenant.name} has ${left}, but the order needs 3.`;
    expect(addressProblems(nodes, there)).toEqual([text]);
  });
});

test('a subnet’s pools are counted together, to both ends', () => {
  const pools = [
    { start: '10.20.0.2', end: '10.20.0.3' },
    { start: '10.20.1.0', end: '10.20.1.9' },
  ];
  expect(freeAddresses(aSubnet({ pools }), { addresses: [at('10.20.0.2'), at('10.20.1.9')] })).toBe(10);
});
