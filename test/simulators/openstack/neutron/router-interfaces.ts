import { neutronRefusal } from '../refusal.ts';
import { isUsable } from './addresses.ts';
import { visibleRow } from './collection.ts';
import type { Context } from './context.ts';
import { makePort, ports } from './ports.ts';
import { routerPorts } from './routers.ts';
import type { Port, Router } from './rows.ts';
import { subnets } from './subnets.ts';
import { uuid } from './values.ts';

/** An interface is named by its subnet or by its port. */
export interface InterfaceChoice {
  subnet_id?: string | undefined;
  port_id?: string | undefined;
}

/** @throws Refusal 400 when the router already is on the subnet, 409 for a port in use */
export function connectRouter(context: Context, router: Router, { subnet_id, port_id }: InterfaceChoice): Port {
  const chosen = port_id ?? subnet_id;
  if (chosen === undefined) throw badRouter('Either subnet_id or port_id must be specified');
  if (port_id !== undefined && subnet_id !== undefined) throw badRouter('Cannot specify both subnet-id and port-id');
  if (!uuid.safeParse(chosen).success) throw badRouter(`'${chosen}' is not a valid UUID`);
  const device = { device_id: router.id, device_owner: 'network:router_interface' };
  if (port_id !== undefined) {
    const port = visibleRow(context, ports, port_id);
    if (port.fixed_ips.length === 0) throw badRouter('Router port must have at least one fixed IP');
    if (port.device_id) throw neutronRefusal(409, 'PortInUse', `Port ${port.id} is in use by ${port.device_id}.`);
    requireFreeSubnet(context, router, port.fixed_ips[0]?.subnet_id ?? '');
    return Object.assign(port, device, { status: 'ACTIVE' as const });
  }
  const subnet = visibleRow(context, subnets, subnet_id ?? '');
  requireFreeSubnet(context, router, subnet.id);
  if (!subnet.gateway_ip) throw badRouter(`Subnet for router interface must have a gateway IP`);
  const fixed_ips = [{ subnet_id: subnet.id, ip_address: subnet.gateway_ip }];
  const owner = { project_id: router.project_id, security_groups: [] };
  const port = makePort(context, { network_id: subnet.network_id, fixed_ips, ...device, ...owner });
  port.status = 'ACTIVE';
  return port;
}

const badRouter = (why: string) => neutronRefusal(400, 'BadRequest', `Bad router request: ${why}.`);

function requireFreeSubnet(context: Context, router: Router, subnetId: string): void {
  if (findInterface(context, router, subnetId)) throw badRouter(`Router already has a port on subnet ${subnetId}`);
}

const findInterface = (context: Context, router: Router, subnetId: string) =>
  routerPorts(context, router.id).find(
    ({ device_owner, fixed_ips }) =>
      device_owner === 'network:router_interface' && fixed_ips.some(({ subnet_id }) => subnet_id === subnetId),
  );

/** The interface to disconnect. @throws Refusal 404 */
export function connectedPort(context: Context, router: Router, { subnet_id, port_id }: InterfaceChoice): Port {
  const port =
    port_id === undefined
      ? findInterface(context, router, subnet_id ?? '')
      : routerPorts(context, router.id).find(({ id }) => id === port_id);
  if (port) return port;
  const [type, what] =
    port_id === undefined ? ['RouterInterfaceNotFoundForSubnet', 'subnet'] : ['RouterInterfaceNotFound', 'port'];
  const message = `Router ${router.id} has no interface on ${what} ${port_id ?? subnet_id}`;
  throw neutronRefusal(404, type, message);
}

export function requireNoFloatingIp({ cloud }: Context, router: Router, { fixed_ips }: Port): void {
  const { floatingIps, ports: allPorts } = cloud.neutron;
  const subnetId = fixed_ips[0]?.subnet_id;
  const served = [...floatingIps.values()].some(
    ({ router_id, port_id }) =>
      router_id === router.id && allPorts.get(port_id ?? '')?.fixed_ips.some(({ subnet_id }) => subnet_id === subnetId),
  );
  if (!served) return;
  const message = `Router interface for subnet ${subnetId} on router ${router.id} cannot be deleted, as it is required by one or more floating IPs.`;
  throw neutronRefusal(409, 'RouterInterfaceInUseByFloatingIP', message);
}

export function requireNoRoute({ cloud }: Context, router: Router, { fixed_ips }: Port): void {
  const subnet = cloud.neutron.subnets.get(fixed_ips[0]?.subnet_id ?? '');
  if (!subnet || !router.routes.some(({ nexthop }) => isUsable(subnet, nexthop))) return;
  const message = `Router interface for subnet ${subnet.id} on router ${router.id} cannot be deleted, as it is required by one or more routes.`;
  throw neutronRefusal(409, 'RouterInterfaceInUseByRoute', message);
}

export function interfaceView(router: Router, port: Port) {
  const subnet_id = port.fixed_ips[0]?.subnet_id;
  const { id, project_id } = router;
  return {
    id,
    project_id,
    tenant_id: project_id,
    port_id: port.id,
    network_id: port.network_id,
    subnet_id,
    subnet_ids: [subnet_id],
  };
}
