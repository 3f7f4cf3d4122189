import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { RegisteringMachine } from './rancher-controllers.ts';

const flag = z
  .string()
  .default('false')
  .transform((value) => value === 'true');

const machineHeaders = z.object({
  'x-cattle-id': z.string().default(''),
  'x-cattle-node-name': z.string().default(''),
  'x-cattle-address': z.string().default(''),
  'x-cattle-labels': z.string().default(''),
  'x-cattle-role-etcd': flag,
  'x-cattle-role-control-plane': flag,
  'x-cattle-role-worker': flag,
});

/** What a machine says of itself when it asks for its connection; labels come as `key=value,key=value`. */
export function readMachineHeaders(headers: IncomingHttpHeaders): RegisteringMachine {
  const told = machineHeaders.parse(headers);
  const pairs = told['x-cattle-labels'].split(',').filter(Boolean);
  return {
    machineId: told['x-cattle-id'],
    hostname: told['x-cattle-node-name'],
    address: told['x-cattle-address'],
    roles: {
      etcd: told['x-cattle-role-etcd'],
      controlPlane: told['x-cattle-role-control-plane'],
      worker: told['x-cattle-role-worker'],
    },
    labels: Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')])),
  };
}
