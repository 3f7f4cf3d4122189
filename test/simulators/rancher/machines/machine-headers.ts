import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { NodeRoles, Taint } from '../_core/rancher-objects.ts';

/** What an installing machine says about itself in its `X-Cattle-…` headers. */
export interface RegisteringMachine {
  machineId: string;
  hostname: string;
  address: string;
  roles: NodeRoles;
  labels: Record<string, string>;
  taints: Taint[];
}

const flag = z
  .string()
  .default('false')
  .transform((value) => value === 'true');

const machineHeaders = z.object({
  'x-cattle-id': z.string().default(''),
  'x-cattle-node-name': z.string().default(''),
  'x-cattle-address': z.string().default(''),
  'x-cattle-internal-address': z.string().default(''),
  'x-cattle-labels': z.string().default(''),
  'x-cattle-taints': z.string().default(''),
  'x-cattle-role-etcd': flag,
  'x-cattle-role-control-plane': flag,
  'x-cattle-role-worker': flag,
});

/**
 * Reads what a machine says about itself when it asks for its connection. Labels come as `key=value,key=value`, taints
 * as `key=value:effect`.
 */
export function readMachineHeaders(headers: IncomingHttpHeaders): RegisteringMachine {
  const sent = machineHeaders.parse(headers);
  const roles = {
    etcd: sent['x-cattle-role-etcd'],
    controlPlane: sent['x-cattle-role-control-plane'],
    worker: sent['x-cattle-role-worker'],
  };
  return {
    machineId: sent['x-cattle-id'],
    hostname: sent['x-cattle-node-name'],
    address: sent['x-cattle-internal-address'] || sent['x-cattle-address'],
    roles,
    labels: Object.fromEntries(listOf(sent['x-cattle-labels']).map((pair) => splitOnce(pair, '='))),
    taints: listOf(sent['x-cattle-taints']).map(taintOf),
  };
}

const listOf = (text: string): string[] => text.split(',').filter(Boolean);

function splitOnce(text: string, separator: string): [string, string] {
  const [first = '', ...rest] = text.split(separator);
  return [first, rest.join(separator)];
}

/** `key=value:effect` or `key:effect`. */
function taintOf(text: string): Taint {
  const [what, effect] = splitOnce(text, ':');
  const [key, value] = splitOnce(what, '=');
  return { key, ...(value !== '' && { value }), effect };
}
