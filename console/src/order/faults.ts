import type { FieldError } from '@paddock/client';
import type { Draft } from './draft.ts';

/** Maps the API's field names to the form's field names. */
const FIELDS: Readonly<Record<string, string>> = {
  kubernetes_version: 'version',
  ssh_public_key: 'key',
  openstack_offering_uuid_list: 'clouds',
  cluster_api_template: 'template',
  master_count: 'servers.count',
  node_count: 'agents.count',
  master_flavor_id: 'servers.flavor',
  flavor_id: 'agents.flavor',
  worker_nodes_count: 'agents.count',
  worker_nodes_flavor_name: 'agents.flavor',
  worker_nodes_data_volume_size: 'agents.data',
};
const FIELDS_OF_POOLS: Readonly<Record<string, string>> = { quantity: 'count', flavor: 'flavor', root_volume: 'disk' };
const FIELDS_OF_NODES: Readonly<Record<string, string>> = {
  flavor: 'flavor',
  system_volume_size: 'disk',
  data_volumes: 'data',
};
const SHOWN = ['project', 'name', 'tenant', 'subnet', ...Object.values(FIELDS)];

/** Returns the name that a machine's field has in the form. Returns an empty string if the form has no such field. */
const machineField = (kind: 'servers' | 'agents', field: string | undefined): string =>
  field === undefined ? '' : `${kind}.${field}`;

/**
 * Returns the form's field for a path such as `attributes.nodes.3.flavor`, or an empty string if the form has no such
 * field.
 */
function fieldOf(path: string, { servers }: Draft): string {
  const [first = '', index, inner = ''] = path.replace(/^attributes\./, '').split('.');
  if (index !== undefined && first === 'pools') {
    if (inner === 'networks') return 'network';
    return machineField(index === '0' ? 'servers' : 'agents', FIELDS_OF_POOLS[inner]);
  }
  if (index !== undefined && first === 'nodes') {
    if (inner === 'subnet') return inner;
    return machineField(Number(index) < servers.count ? 'servers' : 'agents', FIELDS_OF_NODES[inner]);
  }
  const field = FIELDS[first] ?? first;
  return SHOWN.includes(field) ? field : '';
}

/**
 * Groups error messages by the form's fields. Messages about the whole order have the key `''`. Each field lists a
 * message only once.
 */
export function faultsByField(faults: readonly FieldError[], draft: Draft): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { field: path, message } of faults) {
    const field = fieldOf(path, draft);
    const messages = found[field] ?? [];
    if (!messages.includes(message)) found[field] = [...messages, message];
  }
  return found;
}
