import { describe, expect, test } from 'vitest';
import { aClusterTemplate, aNodeRequest, someOrderAttributes } from '#test/builders/order-inputs';
import { facts, idOf, plan } from '#test/planning';
import { refusalOf } from '#test/refusal-of';
import { expandTemplate } from './expand-template.ts';

const SITE = { systemVolumeMinSizeGb: 64 };
const subnetUuid = idOf('subnet', 'subnet-1');
const [server, agent] = [aNodeRequest(facts), aNodeRequest(facts, { role: 'agent' })];
const anOrder = (fields: object = {}) => ({ ...someOrderAttributes(facts, { nodes: [] }), subnetUuid, ...fields });
const template = aClusterTemplate();
const big = { minVcpus: 4, minRamGb: 8, systemVolumeSizeGb: 100, preferredVolumeType: 'ssd' };

describe('nodes of a cluster template', () => {
  test('become nodes of the order at its subnet: memory and volume in MB (S0-048, S0-049)', () => {
    const { nodes } = aClusterTemplate({ nodes: [{ ...big, role: 'server' }] });
    expect(expandTemplate(anOrder(), { nodes }, SITE).nodes).toEqual([
      {
        ...{ role: 'server', subnetUuid, cpu: 4, memoryMb: 8192, dataVolumes: [] },
        ...{ systemVolumeSizeMb: 102_400, preferredVolumeType: 'ssd' },
      },
    ]);
  });

  test.each([
    ['nothing', [], ['template server', 'template agent']],
    ['an agent', [agent], ['ordered agent', 'template server']],
    ['two agents', [agent, agent], ['ordered agent', 'ordered agent', 'template server']],
    ['a server', [server], ['ordered server', 'template agent']],
    ['both', [server, agent], ['ordered server', 'ordered agent']],
  ])('make way for %s in the order', (_, nodes, expected) => {
    const expanded = expandTemplate(anOrder({ nodes }), template, SITE);
    const named = expanded.nodes.map(({ role, flavorUuid }) => `${flavorUuid ? 'ordered' : 'template'} ${role}`);
    expect(named).toEqual(expected);
  });

  test('need a subnet, unless the order lists nodes of all their roles', () => {
    const withoutSubnet = { subnetUuid: undefined };
    expect(refusalOf(() => expandTemplate(anOrder(withoutSubnet), template, SITE))).toEqual({
      subnet: ['The cluster template adds nodes to the order. Name a subnet for these nodes.'],
    });
    const listed = anOrder({ ...withoutSubnet, nodes: [server, agent] });
    expect(expandTemplate(listed, template, SITE).nodes).toEqual([server, agent]);
  });

  test('have at least the system volume that this installation asks for', () => {
    const { nodes } = expandTemplate(anOrder(), template, { systemVolumeMinSizeGb: 90 });
    expect(nodes.map(({ systemVolumeSizeMb }) => systemVolumeSizeMb)).toEqual([92_160, 92_160]);
  });

  test('get the smallest flavor that has enough, and the preferred volume type where the tenant has it (S0-049)', () => {
    const { nodes } = aClusterTemplate({
      nodes: [
        { ...big, role: 'server' },
        { ...big, role: 'agent', minVcpus: 1, minRamGb: 2, preferredVolumeType: 'nvme' },
      ],
    });
    expect(plan(expandTemplate(anOrder(), { nodes }, SITE))).toMatchObject([
      { role: 'server', flavorName: 'm1.large', systemVolumeSizeMb: 102_400, systemVolumeType: 'ssd' },
      { role: 'agent', flavorName: 'm1.small' },
    ]);
    expect(plan(expandTemplate(anOrder(), { nodes }, SITE))[1]).not.toHaveProperty('systemVolumeType');
  });
});
