import { describe, expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { anOfferedCloud, someManagedAttributes, someManagedOptions } from '#test/builders/managed-inputs';
import type { ManagedAttributes } from '../managed-attributes.ts';
import type { OfferedCloud } from '../offered-cloud.ts';
import { cloudProblems } from './cloud-problems.ts';

const offeringUuid = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';
const cloud = anOfferedCloud({ offeringUuid });
type Given = { attributes?: Partial<ManagedAttributes>; options?: Partial<PluginOptions>; clouds?: OfferedCloud[] };
const problems = ({ attributes, options, clouds = [cloud] }: Given = {}) =>
  cloudProblems(
    {
      attributes: someManagedAttributes(attributes),
      options: someManagedOptions(options),
      site: DEFAULT_SITE_SETTINGS,
    },
    clouds,
  );
const noFlavor = (name: string, id = offeringUuid) => `Flavor is not available in OpenStack offering '${id}': ${name}`;

test('an order that its clouds can serve has no problems', () => {
  expect(problems()).toEqual([]);
  expect(problems({ attributes: { workerNodesCount: 0 } })).toEqual([]);
});

describe('flavors', () => {
  test('of servers and load balancers must exist in the chosen clouds too (R-9-94, S0-227, S0-234, S0-299)', () => {
    expect(problems({ options: { managed_rancher_server_flavor_name: 'non-existent-flavor' } })).toEqual([
      { openstack_offering_uuid_list: [noFlavor('non-existent-flavor')] },
    ]);
    expect(problems({ options: { managed_rancher_load_balancer_flavor_name: 'none' } })).toEqual([
      { openstack_offering_uuid_list: [noFlavor('none')] },
    ]);
  });

  test('of workers must exist in every chosen cloud (S0-245, S0-299)', () => {
    const other = anOfferedCloud({ flavors: cloud.flavors.filter(({ name }) => name !== 'worker') });
    expect(problems({ clouds: [cloud, other] })).toEqual([
      { worker_nodes_flavor_name: [noFlavor('worker', other.offeringUuid)] },
    ]);
    expect(problems({ attributes: { workerNodesFlavorName: 'huge' }, clouds: [cloud, other] })).toEqual([
      { worker_nodes_flavor_name: [noFlavor('huge'), noFlavor('huge', other.offeringUuid)] },
    ]);
  });

  test('of several roles are reported once', () => {
    const options = { managed_rancher_server_flavor_name: 'huge', managed_rancher_load_balancer_flavor_name: 'huge' };
    expect(problems({ attributes: { workerNodesFlavorName: 'huge' }, options })).toEqual([
      { worker_nodes_flavor_name: [noFlavor('huge')] },
    ]);
  });

  test('of workers must match the offering’s pattern; the operator’s own need not (S0-225)', () => {
    expect(problems({ options: { flavors_regex: 'work' } })).toEqual([
      { worker_nodes_flavor_name: ['Flavor worker is not part of the offering.'] },
    ]);
    expect(problems({ options: { flavors_regex: 'work.*' } })).toEqual([]);
  });

  const small = { id: '9', name: 'small', vcpus: 1, ramMb: 4096, diskGb: 1 };
  const thin = { id: '10', name: 'thin', vcpus: 2, ramMb: 512, diskGb: 1 };
  const rich = anOfferedCloud({ offeringUuid, flavors: [...cloud.flavors, small, thin] });
  test.each([
    [
      { options: { managed_rancher_server_flavor_name: 'small' } },
      'openstack_offering_uuid_list',
      'small',
      'CPU',
      '2 cores',
    ],
    [
      { options: { managed_rancher_server_flavor_name: 'thin' } },
      'openstack_offering_uuid_list',
      'thin',
      'RAM',
      '4096 MB',
    ],
    [{ attributes: { workerNodesFlavorName: 'thin' } }, 'worker_nodes_flavor_name', 'thin', 'RAM', '1024 MB'],
  ])('too small for their role are refused: %j', (given, field, flavor, what, need) => {
    const text = `Flavor ${flavor} does not meet requirements. ${what} requirement is ${need}`;
    expect(problems({ ...given, clouds: [rich] })).toEqual([{ [field]: [text] }]);
  });
  test('of load balancers have no minimum, those of workers have their role’s minimum', () => {
    const options = { managed_rancher_load_balancer_flavor_name: 'thin' };
    expect(problems({ attributes: { workerNodesFlavorName: 'small' }, options, clouds: [rich] })).toEqual([]);
  });
});

describe('volume types', () => {
  const options: [keyof PluginOptions, string][] = [
    ['managed_rancher_server_system_volume_type_name', 'openstack_offering_uuid_list'],
    ['managed_rancher_server_data_volume_type_name', 'openstack_offering_uuid_list'],
    ['managed_rancher_worker_system_volume_type_name', 'openstack_offering_uuid_list'],
    ['managed_rancher_load_balancer_system_volume_type_name', 'openstack_offering_uuid_list'],
    ['managed_rancher_load_balancer_data_volume_type_name', 'openstack_offering_uuid_list'],
  ];
  const text = `Volume type gold is not available in OpenStack offering ${offeringUuid}`;
  const dynamic = { storage_mode: 'dynamic' } as const;
  const dynamicCloud = { ...cloud, storageMode: 'dynamic' } as const;

  test.each(options)('of %s must exist if storage is dynamic (S0-300, S0-303)', (option, field) => {
    expect(problems({ options: { ...dynamic, [option]: 'gold' } })).toEqual([{ [field]: [text] }]);
  });

  test.each([
    ['workerNodesDataVolumeTypeName', 'worker_nodes_data_volume_type_name'],
    ['workerNodesLonghornVolumeTypeName', 'worker_nodes_longhorn_volume_type_name'],
  ])('of the order’s %s must exist if storage is dynamic (S0-300)', (attribute, field) => {
    expect(problems({ attributes: { [attribute]: 'gold' }, options: dynamic })).toEqual([{ [field]: [text] }]);
  });

  test('are checked if either offering says dynamic, and not at all if both say fixed (S0-303)', () => {
    const attributes = { workerNodesDataVolumeTypeName: 'gold' };
    expect(problems({ attributes, clouds: [dynamicCloud] })).toHaveLength(1);
    expect(problems({ attributes })).toEqual([]);
    expect(problems({ attributes: { workerNodesDataVolumeTypeName: 'ssd-fast' }, clouds: [dynamicCloud] })).toEqual([]);
  });
});

describe('limits', () => {
  test('are the sums over all chosen clouds (S0-301, S0-302)', () => {
    const options = { managed_rancher_tenant_max_cpu: 34 };
    expect(problems({ options })).toEqual([]);
    expect(problems({ options, clouds: [cloud, anOfferedCloud(), anOfferedCloud()] })).toEqual([
      {
        non_field_errors: [
          'The requested total cores limit 102 cores exceeds the maximum allowed 34 cores for tenants.',
        ],
      },
    ]);
  });

  test('are not checked if a flavor is missing', () => {
    const options = { managed_rancher_tenant_max_cpu: 1 };
    expect(problems({ options, attributes: { workerNodesFlavorName: 'huge' } })).toHaveLength(1);
  });
});

describe('what an operator has to provide in each cloud', () => {
  test('includes the image', () => {
    expect(problems({ clouds: [{ ...cloud, imageName: 'debian' }] })).toEqual([
      { openstack_offering_uuid_list: [`Image debian is not available in OpenStack offering ${offeringUuid}.`] },
    ]);
  });

  test('includes an image that fits into the system volumes', () => {
    const needing = (minDiskGb: number) => [{ id: 'image-1', name: 'ubuntu-24.04', minDiskGb, minRamMb: 512 }];
    expect(problems({ clouds: [{ ...cloud, images: needing(20) }] })).toEqual([]);
    expect(problems({ clouds: [{ ...cloud, images: needing(21) }] })).toEqual([
      {
        offering: [`Image ubuntu-24.04 of OpenStack offering ${offeringUuid} needs system volumes of at least 21 GB.`],
      },
    ]);
  });

  const two = [...cloud.externalNetworks, { id: 'network-2', name: 'public' }];
  test.each([
    ['missing', { externalNetworkId: 'elsewhere' }, 'elsewhere'],
    ['ambiguous', { externalNetworks: two }, 'public'],
  ])('includes the external network: %s', (_how, fields, name) => {
    const text = `External network ${name} is not available in OpenStack offering ${offeringUuid}.`;
    expect(problems({ clouds: [{ ...cloud, ...fields }] })).toEqual([{ openstack_offering_uuid_list: [text] }]);
  });
  test('includes the external network, which may be named by its id', () => {
    expect(problems({ clouds: [{ ...cloud, externalNetworks: two, externalNetworkId: 'network-2' }] })).toEqual([]);
  });
});

test('each check has its own entry, in the order of refusal', () => {
  const given = {
    attributes: { workerNodesDataVolumeTypeName: 'gold' },
    options: { storage_mode: 'dynamic', managed_rancher_tenant_max_cpu: 1, flavors_regex: 'none' } as const,
    clouds: [{ ...cloud, images: [], externalNetworks: [] }],
  };
  expect(problems(given).map((errors) => Object.values(errors).flat().join())).toEqual([
    expect.stringMatching(/^Volume type/),
    expect.stringMatching(/^The requested total cores limit/),
    expect.stringMatching(/^Image/),
    expect.stringMatching(/^External network/),
    expect.stringMatching(/^Flavor worker is not part/),
  ]);
});
