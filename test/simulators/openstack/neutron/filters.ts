import { neutronRefusal } from '../refusal.ts';

const STANDARD = [
  'id',
  'name',
  'project_id',
  'tenant_id',
  'description',
  'revision_number',
  'status',
  'admin_state_up',
];
const PROVIDER = ['provider:network_type', 'provider:physical_network', 'provider:segmentation_id'];

/** Fields by which Neutron filters and sorts each collection. Neutron refuses all other fields. */
const FILTERS: Record<string, readonly string[]> = {
  networks: [...PROVIDER, 'shared', 'router:external', 'mtu', 'port_security_enabled'],
  subnets: [
    ...['network_id', 'ip_version', 'cidr', 'gateway_ip', 'enable_dhcp', 'ipv6_ra_mode', 'ipv6_address_mode'],
    ...['subnetpool_id', 'segment_id', 'shared', 'router:external', 'dns_publish_fixed_ip'],
  ],
  ports: [
    ...['network_id', 'mac_address', 'fixed_ips', 'device_id', 'device_owner', 'security_groups', 'binding:host_id'],
    ...['port_security_enabled', 'binding:vnic_type'],
  ],
  routers: ['flavor_id', 'ha', 'distributed', 'enable_snat', 'external_gateway_info'],
  security_groups: ['stateful', 'shared'],
  security_group_rules: [
    ...['security_group_id', 'direction', 'ethertype', 'protocol', 'port_range_min', 'port_range_max'],
    ...['remote_ip_prefix', 'remote_group_id', 'remote_address_group_id', 'belongs_to_default_sg', 'normalized_cidr'],
  ],
  floatingips: [...['floating_network_id', 'floating_ip_address', 'fixed_ip_address', 'port_id', 'router_id']],
  rbac_policies: ['object_id', 'object_type', 'action', 'target_tenant', 'target_project'],
};
const WORDS = new Set(['limit', 'marker', 'page_reverse', 'fields', 'sort_key', 'sort_dir']);
const BOOLEAN = /^(admin_state_up|shared|router:external|port_security_enabled|enable_dhcp|ha|distributed|stateful)$/;

export const isFilter = (name: string): boolean => !WORDS.has(name) && !/^(not-)?tags(-any)?$/.test(name);

/** @throws Refusal 400 for an unknown parameter, or an invalid value */
export function checkQuery(many: string, query: URLSearchParams): void {
  const known = new Set([...STANDARD, ...(FILTERS[many] ?? [])]);
  const unknown = [...new Set(query.keys())].filter((name) => isFilter(name) && !known.has(name));
  if (unknown.length > 0) throw invalid(`[${quoted(unknown)}] is invalid attribute for filtering`);
  for (const [name, value] of query) {
    if (BOOLEAN.test(name) && !/^(true|false|0|1|yes|no|on|off|t|f|y|n)$/i.test(value)) {
      throw operation(`'${value}' cannot be converted to boolean`);
    }
    if (name === 'fixed_ips' && !value.includes('=')) throw operation(`'${value}' is not of the form <key>=[value]`);
  }
  checkSorting(query, known);
  const limit = query.get('limit');
  if (limit !== null && !/^\d+$/.test(limit)) {
    const why = `Limit must be an integer 0 or greater and not '${limit}'`;
    throw neutronRefusal(400, 'BadRequest', `Bad limit request: ${why}.`);
  }
}

function checkSorting(query: URLSearchParams, known: ReadonlySet<string>): void {
  const [keys, directions] = [query.getAll('sort_key'), query.getAll('sort_dir')];
  if (keys.length !== directions.length) throw invalid('The number of sort_keys and sort_dirs must be same');
  const wrong = directions.filter((one) => one !== 'asc' && one !== 'desc');
  if (wrong.length > 0) {
    throw invalid(`[${quoted(wrong)}] is invalid value for sort_dirs, valid value is 'asc' and 'desc'`);
  }
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length > 0) throw invalid(`[${quoted(unknown)}] is invalid attribute for sort_keys`);
}

const quoted = (words: string[]): string => words.map((word) => `'${word}'`).join(', ');
const invalid = (message: string) => neutronRefusal(400, 'HTTPBadRequest', message);
const operation = (why: string) => neutronRefusal(400, 'InvalidInput', `Invalid input for operation: ${why}.`);
