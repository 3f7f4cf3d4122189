import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { aNodeRequest } from '#test/builders/order-inputs';
import { facts, idOf, orderOf, plan, planned, refusedNode } from '#test/planning';
import { refusalOf } from '#test/refusal-of';

describe('the flavor', () => {
  test.each([
    [
      'a server with too few cores',
      'server',
      '1',
      'Flavor m1.small does not meet requirements. CPU requirement is 2 cores',
    ],
    [
      'a server with too little memory',
      'server',
      'a',
      'Flavor wide does not meet requirements. RAM requirement is 4096 MB',
    ],
    [
      'an agent with too little memory',
      'agent',
      'b',
      'Flavor tiny does not meet requirements. RAM requirement is 1024 MB',
    ],
  ] as const)('of %s is refused (S0-005, S0-172, S0-173)', (_what, role, id, message) => {
    const flavors = [
      ...facts.flavors,
      { id: 'a', name: 'wide', vcpus: 8, ramMb: 4095, diskGb: 0 },
      { id: 'b', name: 'tiny', vcpus: 1, ramMb: 1023, diskGb: 0 },
    ];
    const request = aNodeRequest(facts, { role, flavorUuid: idOf('flavor', id) });
    expect(refusalOf(() => plan(orderOf(request), {}, [{ ...facts, flavors }]))).toEqual({
      nodes: [{ flavor: [message] }],
    });
  });

  test('that just meets a role’s requirement is taken', () => {
    expect(planned({ role: 'server', flavorUuid: idOf('flavor', '2') })?.flavorName).toBe('m1.medium');
    expect(planned({ role: 'agent', flavorUuid: idOf('flavor', '1') })?.flavorName).toBe('m1.small');
  });

  test('that the tenant cannot use is refused', () => {
    const flavorUuid = aUuid();
    expect(refusedNode({ flavorUuid })).toEqual({
      nodes: [{ flavor: [`Flavor ${flavorUuid} is not visible in tenant tenant-1.`] }],
    });
  });

  test.each([
    [1, 512, 'm1.medium'],
    [2, 4096, 'm1.medium'],
    [2, 4097, 'm1.large'],
    [3, 1024, 'm1.large'],
  ])(
    'for %i cores and %i MB on a server is the smallest that fits both: %s (S0-263, S0-264)',
    (cpu, memoryMb, name) => {
      const { flavorUuid: _, ...request } = aNodeRequest(facts, { cpu, memoryMb });
      expect(plan(orderOf(request))[0]?.flavorName).toBe(name);
    },
  );

  test('always meets the role’s requirement, even for a smaller request', () => {
    const flavors = [{ id: '9', name: 'tall', vcpus: 1, ramMb: 4096, diskGb: 0 }, ...facts.flavors];
    const { flavorUuid: _, ...request } = aNodeRequest(facts, { cpu: 1, memoryMb: 1 });
    expect(plan(orderOf(request), {}, [{ ...facts, flavors }])[0]?.flavorName).toBe('m1.medium');
  });

  test('is required unless cores and memory are both given (S0-266)', () => {
    const { flavorUuid: _, ...request } = aNodeRequest(facts, { cpu: 2 });
    expect(refusalOf(() => plan(orderOf(request)))).toEqual({ nodes: [{ flavor: ['This field is required.'] }] });
  });

  test('is missing if none is large enough', () => {
    const { flavorUuid: _, ...request } = aNodeRequest(facts, { cpu: 64, memoryMb: 1024 });
    expect(refusalOf(() => plan(orderOf(request)))).toEqual({
      nodes: [{ flavor: ['No flavor in tenant tenant-1 has 64 cores and 4096 MB.'] }],
    });
  });

  test('must match the offering’s pattern with its whole name, if named or selected (S0-225, S0-313)', () => {
    const flavorsRegex = String.raw`m1\.(large|xlarge|2xlarge)`;
    expect(refusedNode({ flavorUuid: idOf('flavor', '2') }, { flavorsRegex })).toEqual({
      nodes: [{ flavor: ['Flavor m1.medium is not part of the offering.'] }],
    });
    expect(planned({ flavorUuid: idOf('flavor', '3') }, { flavorsRegex })?.flavorName).toBe('m1.large');
    const { flavorUuid: _, ...request } = aNodeRequest(facts, { cpu: 1, memoryMb: 1024 });
    expect(plan(orderOf(request), { flavorsRegex })[0]?.flavorName).toBe('m1.large');
    expect(refusedNode({}, { flavorsRegex: 'm1' })).toMatchObject({ nodes: [{ flavor: expect.anything() }] });
  });
});
