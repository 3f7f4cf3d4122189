import { describe, expect, test } from 'vitest';
import { MAX_NODES_PER_TENANT, nodeNetwork, poolAddresses } from './node-network.ts';

describe('a node network', () => {
  test.each([
    ['10.1.1.0/24', '10.1.1'],
    ['10.1.1.7/24', '10.1.1'],
    ['192.168.0.0/24', '192.168.0'],
  ])(
    'of %s has gateway, load balancer and pool at .1, .10 and .11 to .200 (R-9b-W5, S0-322, S0-323, S0-324, S0-351)',
    (cidr, octets) => {
      expect(nodeNetwork(cidr)).toEqual({
        cidr: `${octets}.0/24`,
        gatewayIp: `${octets}.1`,
        loadBalancerIp: `${octets}.10`,
        pool: { start: `${octets}.11`, end: `${octets}.200` },
      });
    },
  );

  test.each(['10.1.1.0/25', '10.1.0.0/16', '10.1.1.0/31', '10.1.1.0', 'fd00::/24', ''])(
    'is a /24 and nothing else: %j is refused in plain words (S0-322)',
    (cidr) => {
      expect(() => nodeNetwork(cidr)).toThrow(`A node network is an IPv4 network with the prefix /24; ${cidr} is not.`);
      expect(() => poolAddresses(cidr)).toThrow('is not.');
    },
  );

  test('has an address for each of 188 machines and for two of DHCP', () => {
    const addresses = poolAddresses('10.64.255.9/24');
    expect([addresses.length, addresses[0], addresses.at(-1)]).toEqual([190, '10.64.255.11', '10.64.255.200']);
    expect(new Set(addresses).size).toBe(190);
    expect(MAX_NODES_PER_TENANT).toBe(188);
  });
});
