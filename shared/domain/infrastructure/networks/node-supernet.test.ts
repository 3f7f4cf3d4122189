import { describe, expect, test } from 'vitest';
import { freeNetworks, networkProblem, supernetProblem } from './node-supernet.ts';

const DEFAULT = '10.64.0.0/12';

describe('the supernet of node networks', () => {
  test.each([
    DEFAULT,
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '192.168.7.0/24',
    '10.42.0.0/15',
    '10.40.0.0/13',
  ])('may be %s', (supernet) => {
    expect(supernetProblem(supernet)).toBeUndefined();
  });

  const NO_NETWORK = /is not an IPv4 network such as 10\.64\.0\.0\/12\.$/;
  const NOT_PRIVATE = /is not private: node networks come from within 10\.0\.0\.0\/8, 172/;
  test.each([
    ['', NO_NETWORK],
    ['10.64.0.0', NO_NETWORK],
    ['10.64.0.0/33', NO_NETWORK],
    ['fd00::/8', NO_NETWORK],
    ['10.64.0.1/12', '10.64.0.1/12 is not the address of a network; did you mean 10.64.0.0/12?'],
    ['10.64.0.0/012', '10.64.0.0/012 is not the address of a network; did you mean 10.64.0.0/12?'],
    ['10.64.0.0/25', '10.64.0.0/25 has no room for a node network, which is a /24.'],
    ['8.0.0.0/8', NOT_PRIVATE],
    ['172.16.0.0/11', /did you mean 172\.0\.0\.0\/11/],
    ['172.0.0.0/11', NOT_PRIVATE],
    ['0.0.0.0/0', NOT_PRIVATE],
    ['10.42.0.0/16', '10.42.0.0/16 is in a network that RKE2 uses for pods and services (10.42.0.0/16, 10.43.0.0/16).'],
    ['10.43.8.0/21', /is in a network that RKE2 uses for pods and services/],
  ])('may not be %j', (supernet, problem) => {
    expect(supernetProblem(supernet)).toMatch(problem);
  });

  test('is one of several networks that must be written as network addresses', () => {
    expect(networkProblem('0.0.0.0/0')).toBeUndefined();
    expect(networkProblem('192.0.2.7/32')).toBeUndefined();
    expect(networkProblem('192.0.2.7/24')).toMatch(/did you mean 192\.0\.2\.0\/24\?$/);
    expect(networkProblem('192.0.2.7')).toMatch(NO_NETWORK);
  });
});

describe('free node networks', () => {
  const all = (...given: Parameters<typeof freeNetworks>) => [...freeNetworks(...given)];

  test('are every /24 of the supernet once, from a random start (S0-321)', () => {
    expect(all('192.168.8.0/22', [], [], 0)).toEqual(['8', '9', '10', '11'].map((n) => `192.168.${n}.0/24`));
    expect(all('192.168.8.0/22', [], [], 0.6)).toEqual(['10', '11', '8', '9'].map((n) => `192.168.${n}.0/24`));
    expect(all('192.168.8.0/22', [], [], 0.999)[0]).toBe('192.168.11.0/24');
    expect(new Set(all(DEFAULT, [], [], 0.5)).size).toBe(4096);
  });

  test('do not overlap reserved or taken networks, larger or smaller ones (S0-321, S0-355)', () => {
    const reserved = ['192.168.8.128/25', '192.168.10.0/23'];
    expect(all('192.168.8.0/21', reserved, ['192.168.9.0/24', '192.168.14.0/24'], 0)).toEqual(
      ['12', '13', '15'].map((n) => `192.168.${n}.0/24`),
    );
  });

  test('are never in the networks of RKE2’s pods and services', () => {
    const found = all('10.40.0.0/13', [], [], 0);
    expect(found).toHaveLength(6 * 256);
    expect(found.filter((cidr) => /^10\.4[23]\./.test(cidr))).toEqual([]);
  });

  test('are none if all are taken', () => {
    expect(all('192.168.8.0/23', [], ['192.168.8.0/24', '192.168.9.0/24'], 0.7)).toEqual([]);
  });

  test('are searched no further than needed', () => {
    const [first] = freeNetworks('10.0.0.0/8', [], [], 0.25);
    expect(first).toBe('10.64.0.0/24');
  });
});
