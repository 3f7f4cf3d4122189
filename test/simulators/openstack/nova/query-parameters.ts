import type { FastifyRequest } from 'fastify';
import { computeRefusal } from '../refusal.ts';
import { minorOf } from './microversion.ts';

interface Known {
  played: readonly string[];
  /** Parameters of the real server that are not simulated. */
  others: readonly string[];
}

const TAGS = ['tags', 'tags-any', 'not-tags', 'not-tags-any'];
const SERVERS: Known = {
  played: [
    ...['name', 'status', 'flavor', 'image', 'uuid', 'key_name', 'user_id', 'ip', 'project_id', 'tenant_id'],
    ...['all_tenants', 'limit', 'marker', 'deleted', 'locked', 'availability_zone', 'description', 'vm_state', ...TAGS],
    ...['config_drive', 'hostname'],
  ],
  others: [
    ...['access_ip_v4', 'access_ip_v6', 'changes-before', 'changes-since'],
    ...['created_at', 'display_description', 'display_name', 'host', 'image_ref'],
    ...['instance_type_id', 'ip6', 'kernel_id', 'launch_index', 'launched_at', 'locked_by', 'node'],
    ...['power_state', 'progress', 'ramdisk_id', 'reservation_id', 'root_device_name', 'soft_deleted', 'sort_dir'],
    ...['sort_key', 'task_state', 'terminated_at', 'block_device_mapping', 'services'],
  ],
};
const FLAVORS: Known = {
  played: ['limit', 'marker', 'is_public', 'minRam', 'minDisk'],
  others: ['sort_key', 'sort_dir'],
};

const LISTS: Record<string, Known> = {
  servers: SERVERS,
  'servers/detail': SERVERS,
  flavors: FLAVORS,
  'flavors/detail': FLAVORS,
  'os-server-groups': { played: ['all_projects', 'limit', 'offset'], others: [] },
  'os-keypairs': { played: [], others: ['user_id', 'limit', 'marker'] },
  limits: { played: [], others: ['tenant_id'] },
};
const SORT_KEYS = /^(created_at|display_name|updated_at|uuid|vm_state|task_state|host|name)$/;

/**
 * Checks the query parameters of a list request. An unknown parameter is refused from microversion 2.75 on, and ignored
 * before. A parameter that the real server knows is refused if it is not simulated.
 * @throws Refusal 400, 501
 */
export async function checkQuery(request: FastifyRequest): Promise<void> {
  const [path = '', text] = request.url.split('?');
  const known =
    request.method === 'GET' ? LISTS[path.replace(/^\/compute\/v2\.1\//, '').replace(/\/$/, '')] : undefined;
  if (!known) return;
  for (const [name, value] of new URLSearchParams(text)) {
    if (known.played.includes(name)) checkValue(name, value);
    else if (known.others.includes(name)) throw unplayed(name, value);
    else if (minorOf(request) >= 75) throw unknown(path, name);
  }
}

const unplayed = (name: string, value: string) =>
  name === 'sort_key' && !SORT_KEYS.test(value)
    ? computeRefusal(
        400,
        `Invalid input for query parameters sort_key. Value: ${value}. '${value}' is not one of its values`,
      )
    : computeRefusal(501, `not simulated: query parameter ${name}`);

const unknown = (path: string, name: string) =>
  computeRefusal(
    400,
    /servers/.test(path)
      ? `'${name}' does not match any of the regexes: '^_'`
      : `Additional properties are not allowed ('${name}' was unexpected)`,
  );

function checkValue(name: string, value: string): void {
  // Deleted servers are not kept, so a request for deleted servers is refused as not simulated. `deleted=false` needs
  // no filter.
  if (name === 'deleted' && /^(1|t|true|on|y|yes)$/i.test(value)) throw unplayed('deleted', value);
  if (/^(minRam|minDisk)$/.test(name) && !/^-?\d+$/.test(value)) {
    throw computeRefusal(400, `Invalid ${name} filter [${value}]`);
  }
  if (/^(limit|offset)$/.test(name) && !/^\d*$/.test(value)) {
    const why = `'${value}' does not match '^[0-9]*$'`;
    throw computeRefusal(400, `Invalid input for query parameters ${name}. Value: ${value}. ${why}`);
  }
  if (name === 'all_tenants' && !/^(|0|1|t|true|on|y|yes|f|false|off|n|no)$/i.test(value)) {
    throw computeRefusal(
      400,
      `Unrecognized value '${value}', acceptable values are: '0', '1', 'f', 'false', 't', 'true'`,
    );
  }
  if (name === 'is_public' && !/^(none|0|1|t|true|on|y|yes|f|false|off|n|no)$/i.test(value)) {
    throw computeRefusal(400, `Invalid is_public filter [${value}]`);
  }
}
