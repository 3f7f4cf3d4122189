import { describe, expect, it } from 'vitest';
import { aNode, aNodeSpec } from '#test/builders/builders';
import { footprintOf, machinesOf, plannedFootprint } from './footprint.ts';

const volume = { sizeMb: 10_240, mountPoint: '/data', filesystem: 'ext4' };
const spec = aNodeSpec({ vcpus: 4, ramMb: 8192, systemVolumeSizeMb: 65_536, dataVolumes: [volume, volume] });
const loadBalancer = {
  ...spec,
  ...{ vcpus: 2, ramMb: 2048, systemVolumeSizeMb: 20_480, dataVolumes: [{ sizeMb: 1024 }], address: '10.64.0.10' },
};
const made = { securityGroupIds: {}, serverGroupIds: {} };

describe('what a cluster has', () => {
  it('is what its machines have, with all their volumes', () => {
    const machines = machinesOf({ nodes: [aNode({ spec, state: 'OK' }), aNode({ spec, state: 'OK' })], tenants: [] });
    expect(footprintOf(machines)).toEqual({ vcpus: 8, ramMb: 16_384, storageMb: 172_032 });
  });

  it('leaves out nodes that are not OK (R-9-127)', () => {
    const states = ['OK', 'CREATING', 'ERRED', 'DELETING'] as const;
    const nodes = states.map((state) => aNode({ spec, state }));
    expect(machinesOf({ nodes, tenants: [] })).toHaveLength(1);
  });

  it('has what its pools use, and nothing for a pool that nobody has seen yet (S2-014)', () => {
    const running = { vcpus: 6, ramMb: 12_288, storageMb: 61_440 };
    expect(footprintOf(machinesOf({ nodes: [], tenants: [], pools: [{ running }, {}] }))).toEqual(running);
  });

  it('has the load balancers that were made', () => {
    const tenants = [
      { loadBalancer, made: { ...made, loadBalancerId: 'server-1' } },
      { loadBalancer, made },
    ];
    expect(footprintOf(machinesOf({ nodes: [], tenants }))).toEqual({ vcpus: 2, ramMb: 2048, storageMb: 21_504 });
  });
});

it('sums up the servers and volumes of all tenants', () => {
  const flavor = { vcpus: 4, ramMb: 8192 };
  const tenant = { servers: [{ flavor }, { flavor }], volumes: [{ sizeGb: 64 }, { sizeGb: 10 }] };
  expect(plannedFootprint([tenant, tenant])).toEqual({ vcpus: 16, ramMb: 32_768, storageMb: 151_552 });
});
