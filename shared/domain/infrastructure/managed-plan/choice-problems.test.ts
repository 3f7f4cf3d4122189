import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { someManagedAttributes, someManagedOptions } from '#test/builders/managed-inputs';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { choiceProblems } from './choice-problems.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const C = 'c'.repeat(32);
const D = 'd'.repeat(32);
const options = someManagedOptions({ openstack_offering_uuid_list: [A, B, C] });
const problems = (fields: Partial<ManagedAttributes>, of = options) =>
  choiceProblems(someManagedAttributes({ openstackOfferingUuids: [A], ...fields }), of, DEFAULT_SITE_SETTINGS);
const NOT_ODD = 'Number of selected OpenStack offerings should be odd (1, 3, 5)';

describe('the chosen clouds', () => {
  test.each([[[A]], [[A, B, C]]])('%j may be chosen (S0-312)', (openstackOfferingUuids) => {
    expect(problems({ openstackOfferingUuids })).toEqual([]);
  });

  test('may be seven or more', () => {
    const many = Array.from('0123456', (digit) => digit.repeat(32));
    const all = someManagedOptions({ openstack_offering_uuid_list: many });
    expect(problems({ openstackOfferingUuids: many }, all)).toEqual([]);
  });

  test('have an odd number (R-9-89, S0-297, S0-312)', () => {
    expect(problems({ openstackOfferingUuids: [A, C] })).toEqual([{ openstack_offering_uuid_list: [NOT_ODD] }]);
  });

  test('are at least one (S0-248)', () => {
    expect(problems({ openstackOfferingUuids: [] })).toEqual([
      { openstack_offering_uuid_list: ['Please select at least one OpenStack offering.'] },
    ]);
  });

  test('must be allowed, which is checked before their number (R-9-95, S0-226, S0-298)', () => {
    expect(problems({ openstackOfferingUuids: [A, D] })).toEqual([
      { openstack_offering_uuid_list: [`These OpenStack offerings are not available: ${D}`] },
      { openstack_offering_uuid_list: [NOT_ODD] },
    ]);
  });

  test('are all named if they are not allowed; an offering may allow none', () => {
    expect(problems({ openstackOfferingUuids: [B, A, D] }, someManagedOptions())).toEqual([
      { openstack_offering_uuid_list: [`These OpenStack offerings are not available: ${B}, ${A}, ${D}`] },
    ]);
  });
});

describe('Longhorn', () => {
  const REQUIRED = { worker_nodes_longhorn_volume_size: ['This field is required.'] };
  test('requires the size of its volumes, which is checked first (S0-250)', () => {
    expect(problems({ installLonghorn: true })).toEqual([REQUIRED]);
    expect(problems({ installLonghorn: true, openstackOfferingUuids: [D] })[0]).toEqual(REQUIRED);
    expect(problems({ installLonghorn: true, workerNodesLonghornVolumeSizeMb: 1024 })).toEqual([]);
  });
  test('requires workers, because it uses their volumes', () => {
    const fields = { installLonghorn: true, workerNodesLonghornVolumeSizeMb: 1024, workerNodesCount: 0 };
    expect(problems(fields)).toEqual([
      { install_longhorn: ['Longhorn needs workers, because it uses their volumes.'] },
    ]);
    expect(problems({ ...fields, installLonghorn: false })).toEqual([]);
  });
});

describe('workers', () => {
  test.each([0, 1, 185])('may be %i (S0-244)', (workerNodesCount) => {
    expect(problems({ workerNodesCount })).toEqual([]);
  });
  test('are refused if the network has no addresses for them beside three servers', () => {
    expect(problems({ workerNodesCount: 186 })).toEqual([
      { worker_nodes_count: ['The network of one tenant has room for at most 185 workers.'] },
    ]);
  });
});

test('an offering without the flavors of its machines cannot be ordered', () => {
  const { managed_rancher_server_flavor_name: _, managed_rancher_load_balancer_flavor_name: __, ...rest } = options;
  expect(problems({}, rest)).toEqual([
    {
      offering: [
        'The offering lacks the option managed_rancher_server_flavor_name.',
        'The offering lacks the option managed_rancher_load_balancer_flavor_name.',
      ],
    },
  ]);
});
