import { describe, expect, test } from 'vitest';
import { aNodeSpec } from '#test/builders/builders';
import { plannedMachines } from '../infrastructure/planned-objects.ts';
import type { NodeRole } from '../planning/order-attributes.ts';
import { orderHints } from './order-hints.ts';

const machines = (role: NodeRole, count: number) => Array.from({ length: count }, () => aNodeSpec({ role }));
const ON = { imageName: 'ubuntu-24.04', diskDriver: 'vd' };
/**
 * The hints for an order with several tenants. Each number is the number of servers in one tenant. Each tenant has more
 * agents than servers.
 */
const hintsOf = (...servers: number[]): string[] =>
  orderHints({
    tenants: servers.map((count, index) => ({
      ...{ uuid: `${index}`, name: `tenant-${index}` },
      ...plannedMachines([...machines('server', count), ...machines('agent', 8)], ON),
    })),
  });

describe('hints of an order', () => {
  test('recommend three servers where there is one (S0-385)', () => {
    expect(hintsOf(1)).toEqual([expect.stringContaining('3 servers are recommended for high availability')]);
  });

  test.each([[[3]], [[5]], [[1, 1, 1]]])('are none for servers %j', (servers) => {
    expect(hintsOf(...servers)).toEqual([]);
  });

  test('warn about the cost of more than five servers, over all tenants (S0-386)', () => {
    expect(hintsOf(3, 3)).toEqual([expect.stringMatching(/^6 servers: .* slower/)]);
    expect(hintsOf(3, 3, 3)).toEqual([expect.stringMatching(/^9 servers: .* slower/)]);
  });
});
