import { describe, expect, test } from 'vitest';
import type { Offering } from '#shared/domain/marketplace/offering';
import { anOffering, aTenantOffering } from '#test/builders/offering-builders';
import { refusalOf } from '#test/refusal-of';
import { parseNewOffering, parseOfferingChange } from './offering-body.ts';

const STORED = { deployment_mode: 'self_managed', flavors_regex: 'm1.*' } as const;
const changed = (plugin_options: object) =>
  parseOfferingChange(anOffering({ pluginOptions: STORED }), { plugin_options });
const refusal = (plugin_options: unknown, offering: Offering = anOffering()) =>
  refusalOf(() => parseOfferingChange(offering, { plugin_options }));

describe('an option of an offering', () => {
  test.each([
    ['deployment_mode', 'managed', 'managed'],
    ['flavors_regex', '^m1\\..*$', '^m1\\..*$'],
    ['storage_mode', 'dynamic', 'dynamic'],
    ['managed_rancher_server_flavor_name', ' m1.large ', 'm1.large'],
    ['managed_rancher_server_system_volume_size_gb', '80', 80],
    ['managed_rancher_server_system_volume_type_name', 'ssd', 'ssd'],
    ['managed_rancher_server_data_volume_size_gb', 0, 0],
    ['managed_rancher_server_data_volume_type_name', 'ssd', 'ssd'],
    ['managed_rancher_worker_system_volume_size_gb', 40, 40],
    ['managed_rancher_worker_system_volume_type_name', 'ssd', 'ssd'],
    ['managed_rancher_load_balancer_flavor_name', 'm1.medium', 'm1.medium'],
    ['managed_rancher_load_balancer_system_volume_size_gb', 20, 20],
    ['managed_rancher_load_balancer_system_volume_type_name', 'ssd', 'ssd'],
    ['managed_rancher_load_balancer_data_volume_size_gb', 10, 10],
    ['managed_rancher_load_balancer_data_volume_type_name', 'ssd', 'ssd'],
    ['etcd_members', 'all', 'all'],
    ['managed_rancher_tenant_max_cpu', '100', 100],
    ['managed_rancher_tenant_max_ram', 200, 200],
    ['managed_rancher_tenant_max_disk', 1000, 1000],
  ])('is stored as its parsed value: %s (S0-242)', (name, given, kept) => {
    expect(changed({ [name]: given }).pluginOptions).toEqual({ ...STORED, [name]: kept });
  });

  test('that lists offerings accepts either form of a uuid, and removes duplicates', () => {
    const dashed = '0f8b7a2e-3c1d-4e5f-8a9b-0c1d2e3f4a5b';
    const hex = dashed.replaceAll('-', '');
    const list = { openstack_offering_uuid_list: [dashed, hex, dashed.toUpperCase()] };
    expect(changed(list).pluginOptions).toMatchObject({ openstack_offering_uuid_list: [hex] });
  });

  test.each([null, ''])('is removed by %j', (nothing) => {
    expect(changed({ flavors_regex: nothing }).pluginOptions).toEqual({ deployment_mode: 'self_managed' });
  });

  test.each([
    [{ deployment_mode: 'half' }, { deployment_mode: ['"half" is not a valid choice.'] }],
    ...['(', '(?=a)a', '((a{99}){9}){9}'].map((flavors_regex): [object, object] => [
      { flavors_regex },
      { flavors_regex: ['Enter a regular expression in RE2 syntax.'] },
    ]),
    [{ flavors_regex: 'x'.repeat(256) }, { flavors_regex: ['Ensure this field has no more than 255 characters.'] }],
    [
      { openstack_offering_uuid_list: ['x'] },
      { openstack_offering_uuid_list: [{ non_field_errors: ['Enter a valid UUID.'] }] },
    ],
    [{ managed_rancher_tenant_max_cpu: 'many' }, { managed_rancher_tenant_max_cpu: ['A valid integer is required.'] }],
    [
      { managed_rancher_worker_system_volume_size_gb: 0 },
      { managed_rancher_worker_system_volume_size_gb: ['Ensure this value is greater than or equal to 1.'] },
    ],
    [{ flavor_regex: 'm1' }, { flavor_regex: ['Unknown option. Did you mean "flavors_regex"?'] }],
    ['m1', { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] }],
  ])('is refused at its own place: %j (S0-224)', (options, errors) => {
    expect(refusal(options)).toEqual({ plugin_options: errors });
  });
});

describe('an option of a cloud', () => {
  const stored = { external_network_id: 'public', storage_mode: 'fixed' } as const;
  const cloud = aTenantOffering({ pluginOptions: stored });
  const changedCloud = (plugin_options: object) => parseOfferingChange(cloud, { plugin_options }).pluginOptions;

  test('is stored as its parsed value, and removed by null or empty text (S0-242)', () => {
    const given = {
      external_network_id: ' ext-net ',
      availability_zone: 'az1',
      storage_mode: 'dynamic',
      image_name: 'u',
    };
    expect(changedCloud(given)).toEqual({ ...given, external_network_id: 'ext-net' });
    const less = { availability_zone: null, image_name: '', storage_mode: null };
    const full = aTenantOffering({ pluginOptions: { ...stored, availability_zone: 'az1', image_name: 'u' } });
    expect(parseOfferingChange(full, { plugin_options: less })).toEqual({ pluginOptions: stored });
  });

  test.each([
    [{ external_network_id: null }, { external_network_id: ['This field may not be null.'] }],
    [{ storage_mode: 'some' }, { storage_mode: ['"some" is not a valid choice.'] }],
    [{ deployment_mode: 'managed' }, { deployment_mode: ['Unknown option. Did you mean "storage_mode"?'] }],
    [{ availabilty_zone: 'az1' }, { availabilty_zone: ['Unknown option. Did you mean "availability_zone"?'] }],
  ])('is refused at its own place: %j', (options, errors) => {
    expect(refusal(options, cloud)).toEqual({ plugin_options: errors });
  });
});

describe('a new offering', () => {
  const uuid = '0f8b7a2e3c1d4e5f8a9b0c1d2e3f4a5b';
  const body = (fields: object) => ({ name: 'AZ 1', customer: uuid, service_settings: uuid, ...fields });
  const errorsOf = (fields: object) => refusalOf(() => parseNewOffering(body(fields)));

  test('has the options of its type', () => {
    const plugin_options = { external_network_id: 'public' };
    expect(parseNewOffering(body({ type: 'OpenStack.Tenant', plugin_options, slug: 'az1' }))).toMatchObject({
      type: 'OpenStack.Tenant',
      slug: 'az1',
      pluginOptions: { external_network_id: 'public', storage_mode: 'fixed' },
    });
    expect(errorsOf({ type: 'Rancher', plugin_options })).toMatchObject({
      plugin_options: { external_network_id: [expect.stringContaining('Unknown option.')] },
    });
  });

  test.each([
    [{ type: 'OpenStack.Tenant' }, { plugin_options: { external_network_id: ['This field is required.'] } }],
    [{ type: 'OpenStack.Instance' }, { type: ['"OpenStack.Instance" is not a valid choice.'] }],
    [
      { type: 'Rancher', slug: 'Az--1' },
      { slug: ['Enter lower-case letters and digits, with single dashes between them.'] },
    ],
  ])('is refused with the error at its place: %j', (fields, errors) => {
    expect(errorsOf(fields)).toEqual(errors);
  });
});
