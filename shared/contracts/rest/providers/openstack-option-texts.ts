import type { FieldText } from '../_core/field-text.ts';

/** What the document says of each option of a cloud's service settings. */
export const OPENSTACK_OPTION_TEXTS = {
  backend_url: {
    is: 'Address of Keystone. `/v3` is added where it is missing.',
    required: true,
    example: 'https://keystone.example.org/v3',
  },
  username: { is: 'Account of the cloud that Paddock uses.', required: true, example: 'paddock' },
  password: { is: 'Its password. Never shown again.', required: true, example: 'os-3Vq8nT6w' },
  region: { is: 'Region of the catalog.', without: 'the first public endpoint of each service', example: 'RegionOne' },
  user_domain_name: { is: 'Domain of the account.', default: 'Default', example: 'Default' },
  domain_name: {
    is: 'Domain in which projects of managed clusters are made.',
    without: 'the domain of the account',
    example: 'Default',
  },
  tls_verify: { is: 'Whether certificates of the cloud are checked.', default: true, example: true },
} satisfies Record<string, FieldText>;

/** … of each plugin option of an offering that is a cloud. */
export const TENANT_PLUGIN_OPTION_TEXTS = {
  external_network_id: {
    is: 'Id or name of the network that routers lead to and floating IPs are taken from.',
    required: true,
    example: 'public',
  },
  availability_zone: {
    is: 'Availability zone of machines and volumes.',
    without: 'the cloud chooses',
    example: 'nova',
  },
  storage_mode: {
    is: '`fixed`: volumes are of the cloud’s default type, and quotas are for all types together. `dynamic`: an order may name volume types, and each has a quota of its own.',
    default: 'fixed',
    example: 'dynamic',
  },
  image_name: {
    is: 'Name of the image of all machines in this cloud.',
    without: '`base_image_name` of the provider',
    example: 'ubuntu-24.04',
  },
} satisfies Record<string, FieldText>;
