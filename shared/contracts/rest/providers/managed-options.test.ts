import { describe, expect, test } from 'vitest';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { someRancherSettings } from '#test/builders/builders';
import { refusalOf } from '#test/refusal-of';
import { parseSettingsChange, viewSettings } from './service-settings.ts';

const CUSTOMER = '0f8b7a2e3c1d4e5f8a9b0c1d2e3f4a5b';
function changed(settings: RancherSettings, options: object): RancherSettings {
  const change = parseSettingsChange(settings, { options });
  if (change.type !== 'Rancher') throw new Error('a Rancher was expected');
  return someRancherSettings({ options: change.options });
}
const managed = (options: object = {}) => changed(someRancherSettings(), { customer_uuid: CUSTOMER, ...options });
const shown = (settings: RancherSettings) => viewSettings((...parts) => parts.join('/'), settings).options;

describe('options of managed clusters', () => {
  test('start with the organisation that owns their projects; the rest has defaults', () => {
    expect(shown(managed())).toMatchObject({
      customer_uuid: CUSTOMER,
      node_network_supernet: '10.64.0.0/12',
      reserved_networks: [],
      management_cidrs: [],
      management_ports: [],
      managed_rancher_load_balancer_cloud_init_template: '',
    });
  });

  test('are shown as they were given', () => {
    const given = {
      node_network_supernet: '172.16.0.0/16',
      reserved_networks: ['172.16.8.0/24'],
      management_cidrs: ['192.0.2.0/24'],
      management_ports: [9100, 10250],
      managed_rancher_load_balancer_cloud_init_template: '#cloud-config\n{haproxy_config}\n',
    };
    expect(shown(managed(given))).toMatchObject({ customer_uuid: CUSTOMER, ...given });
    expect(shown(managed({ management_ports: ['9100'] }))).toMatchObject({ management_ports: [9100] });
  });

  test('are all removed with the organisation', () => {
    expect(changed(managed({ management_ports: [9100] }), { customer_uuid: null }).options).not.toHaveProperty(
      'managed',
    );
  });

  test('are refused without the organisation', () => {
    expect(refusalOf(() => changed(someRancherSettings(), { management_ports: [9100] }))).toEqual({
      options: { customer_uuid: ['This field is required with management_ports.'] },
    });
  });

  test.each([
    ['customer_uuid', 'x', ['Enter a valid UUID.']],
    ['node_network_supernet', '10.64.0.0', ['10.64.0.0 is not an IPv4 network such as 10.64.0.0/12.']],
    ['node_network_supernet', '10.64.0.0/25', ['10.64.0.0/25 has no room for a node network, which is a /24.']],
    [
      'node_network_supernet',
      '10.42.0.0/17',
      [expect.stringContaining('is in a network that RKE2 uses for pods and services')],
    ],
    [
      'reserved_networks',
      ['10.64.1.7/24'],
      [{ non_field_errors: ['10.64.1.7/24 is not the address of a network; did you mean 10.64.1.0/24?'] }],
    ],
    [
      'management_cidrs',
      ['0.0.0.0/0', 'office'],
      [{}, { non_field_errors: ['office is not an IPv4 network such as 10.64.0.0/12.'] }],
    ],
    ['management_ports', [70_000], [{ non_field_errors: ['Ensure this value is less than or equal to 65535.'] }]],
  ])('are refused with the error at the wrong option: %s', (name, given, errors) => {
    expect(refusalOf(() => managed({ [name]: given }))).toEqual({ options: { [name]: errors } });
  });
});
