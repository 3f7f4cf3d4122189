import type { FieldError } from '@paddock/client';
import type { Draft } from './draft.ts';

/** Names of the API's fields and those of the form. */
const FIELDS: Readonly<Record<string, string>> = {
  kubernetes_version: 'version',
  ssh_public_key: 'key',
  openstack_offering_uuid_list: 'clouds',
  worker_nodes_count: 'agents.count',
  worker_nodes_flavor_name: 'agents.flavor',
  worker_nodes_data_volume_size: 'agents.data',
};
const FIELDS_OF_NODES: Readonly<Record<string, string>> = {
  flavor: 'flavor',
  system_volume_size: 'disk',
  data_volumes: 'data',
};
const SHOWN = ['project', 'name', 'tenant', 'subnet', ...Object.values(FIELDS)];

/** The form's field of a path such as `attributes.nodes.3.flavor`. Empty for what the form does not have. */
function fieldOf(path: string, { servers }: Draft): string {
  const parts = path.replace(/^attributes\./, '').split('.');
  const [first = '', index, inner = ''] = parts;
  if (first === 'nodes' && index !== undefined) {
    if (inner === 'subnet') return 'subnet';
    const field = FIELDS_OF_NODES[inner];
    return field ? `${Number(index) < servers.count ? 'servers' : 'agents'}.${field}` : '';
  }
  const field = FIELDS[first] ?? first;
  return SHOWN.includes(field) ? field : '';
}

/** Messages by the form's fields. Those about the whole order have the key `''`. A message is listed once per field. */
export function faultsByField(faults: readonly FieldError[], draft: Draft): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { field: path, message } of faults) {
    const field = fieldOf(path, draft);
    const messages = found[field] ?? [];
    if (!messages.includes(message)) found[field] = [...messages, message];
  }
  return found;
}
