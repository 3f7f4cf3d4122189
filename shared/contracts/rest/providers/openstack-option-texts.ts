import type { FieldText } from '../_core/field-text.ts';

export const OPENSTACK_OPTION_TEXTS = {
  backend_url: {
    is: 'URL of Keystone. `/v3` is added if it is missing.',
    required: true,
    example: 'https://keystone.example.org/v3',
  },
  username: { is: 'Account in the cloud that Paddock uses.', required: true, example: 'paddock' },
  password: {
    is: 'Password of Paddock’s account in the cloud. Never shown again.',
    required: true,
    example: 'os-3Vq8nT6w',
  },
  region: {
    is: 'Region of the endpoints in the service catalog.',
    without: 'the first public endpoint of each service',
    example: 'RegionOne',
  },
  user_domain_name: { is: 'Domain of Paddock’s account.', default: 'Default', example: 'Default' },
  domain_name: {
    is: 'Domain in which projects for managed clusters are created.',
    without: 'the domain of Paddock’s account',
    example: 'Default',
  },
  tls_verify: { is: 'Whether TLS certificates of the cloud are verified.', default: true, example: true },
} satisfies Record<string, FieldText>;

/** Texts of the plugin options of an offering that represents a cloud for managed clusters. */
export const TENANT_PLUGIN_OPTION_TEXTS = {
  external_network_id: {
    is: 'External network, by id or name. Routers connect to this network, and floating IPs are taken from it.',
    required: true,
    example: 'public',
  },
  availability_zone: {
    is: 'Availability zone of machines and volumes.',
    without: 'the cloud chooses',
    example: 'nova',
  },
  storage_mode: {
    is: '`fixed`: volumes have the cloud’s default type, and quotas cover all types together. `dynamic`: an order may name volume types, and each type has its own quota. If the offering of clusters has `dynamic`, an order may name volume types in a `fixed` cloud, too.',
    default: 'fixed',
    example: 'dynamic',
  },
  image_name: {
    is: 'Name of the image of all machines in this cloud.',
    without: '`base_image_name` of the provider',
    example: 'ubuntu-24.04',
  },
} satisfies Record<string, FieldText>;
