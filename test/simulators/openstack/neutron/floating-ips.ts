import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import type { Collection } from './collection.ts';
import { type Context, notFound, standardRow } from './context.ts';
import { makeFloatingPort } from './floating-port.ts';
import type { FloatingIp, Port } from './rows.ts';

const settings = {
  description: z.string().max(255).optional(),
  port_id: z.string().nullish(),
  fixed_ip_address: z.string().nullish(),
};
const create = z.strictObject({
  ...settings,
  floating_network_id: z.string(),
  floating_ip_address: z.string().optional(),
  subnet_id: z.string().nullish(),
  project_id: z.string().optional(),
});
const change = z.strictObject(settings);

export const floatingIps: Collection<FloatingIp, z.infer<typeof create>, z.infer<typeof change>> = {
  one: 'floatingip',
  many: 'floatingips',
  kind: 'FloatingIP',
  rows: ({ neutron }) => neutron.floatingIps,
  create,
  change,
  adminOnly: ['floating_ip_address'],
  make(context, given) {
    const { name: _none, ...standard } = standardRow(context, given);
    const association = associationOf(context, given, standard.id);
    const floating_ip_address = makeFloatingPort(context, standard.id, given);
    const row: FloatingIp = {
      ...{ ...standard, floating_network_id: given.floating_network_id, floating_ip_address },
      ...association,
    };
    context.cloud.neutron.floatingIps.set(row.id, row);
    return row;
  },
  apply(context, row, given) {
    if (given.port_id !== undefined) {
      const wanted = { ...given, floating_network_id: row.floating_network_id };
      Object.assign(row, associationOf(context, wanted, row.id));
    }
    if (given.description !== undefined) row.description = given.description;
  },
  remove({ cloud: { neutron } }, { id }) {
    for (const port of neutron.ports.values()) if (port.device_id === id) neutron.ports.delete(port.id);
    neutron.floatingIps.delete(id);
  },
  view: (_context, row) => ({
    ...row,
    status: row.port_id ? 'ACTIVE' : 'DOWN',
    port_details: null,
    port_forwardings: [],
  }),
};

type Association = Pick<FloatingIp, 'port_id' | 'fixed_ip_address' | 'router_id'>;

function associationOf(
  context: Context,
  given: {
    port_id?: string | null | undefined;
    fixed_ip_address?: string | null | undefined;
    floating_network_id: string;
  },
  ownId: string,
): Association {
  if (!given.port_id) return { port_id: null, fixed_ip_address: null, router_id: null };
  const { cloud, caller } = context;
  const port = cloud.neutron.ports.get(given.port_id);
  if (!port || (!caller.admin && port.project_id !== caller.projectId)) throw notFound('Port', given.port_id);
  const address = given.fixed_ip_address ?? port.fixed_ips[0]?.ip_address ?? null;
  const rival = [...cloud.neutron.floatingIps.values()].find(
    (row) => row.port_id === port.id && row.fixed_ip_address === address,
  );
  if (rival && rival.id !== ownId) {
    const message = `Cannot associate floating IP with port ${port.id} using fixed IP ${address}, as that fixed IP already has a floating IP on external network ${given.floating_network_id}.`;
    throw neutronRefusal(409, 'FloatingIPPortAlreadyAssociated', message);
  }
  const router_id = routerFor(cloud, port, given.floating_network_id);
  return { port_id: port.id, fixed_ip_address: address, router_id };
}

/** The router that joins the port's subnet to the external network. */
function routerFor({ neutron }: Cloud, port: Port, externalNetworkId: string): string {
  const subnetIds = port.fixed_ips.map(({ subnet_id }) => subnet_id);
  for (const { device_owner, device_id, fixed_ips } of neutron.ports.values()) {
    const joins =
      device_owner === 'network:router_interface' && fixed_ips.some((ip) => subnetIds.includes(ip.subnet_id));
    const gateway = joins ? neutron.routers.get(device_id)?.external_gateway_info : undefined;
    if (gateway?.network_id === externalNetworkId) return device_id;
  }
  const message = `External network ${externalNetworkId} is not reachable from subnet ${subnetIds[0]}.  Therefore, cannot associate Port ${port.id} with a Floating IP.`;
  throw neutronRefusal(404, 'ExternalGatewayForFloatingIPNotFound', message);
}
