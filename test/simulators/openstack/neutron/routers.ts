import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import { NOT_SIMULATED } from '../service.ts';
import { isUsable } from './addresses.ts';
import type { Collection } from './collection.ts';
import { type Context, notFound, requirePolicy, standardRow } from './context.ts';
import { fixedIpsFor } from './fixed-ips.ts';
import { makePort, removePort } from './ports.ts';
import type { Port, Router } from './rows.ts';
import { flag, hostRoutes, uuid } from './values.ts';

const fixedIp = z.object({ subnet_id: z.string().optional(), ip_address: z.string().optional() });
const gatewayInfo = z.strictObject({
  network_id: uuid,
  enable_snat: flag.optional(),
  external_fixed_ips: z.array(fixedIp).optional(),
});
const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  admin_state_up: flag.optional(),
  external_gateway_info: gatewayInfo.partial().nullish(),
};
const create = z.strictObject({
  ...settings,
  distributed: z.literal(false, NOT_SIMULATED).optional(),
  ha: z.literal(false, NOT_SIMULATED).optional(),
  availability_zone_hints: z.array(z.never()).optional(),
  project_id: z.string().optional(),
});
const change = z.strictObject({ ...settings, routes: hostRoutes.nullish() });
type Gateway = z.infer<typeof create>['external_gateway_info'];

export const routers: Collection<Router, z.infer<typeof create>, z.infer<typeof change>> = {
  one: 'router',
  many: 'routers',
  kind: 'Router',
  adminOnly: ['distributed', 'ha'],
  rows: ({ neutron }) => neutron.routers,
  create,
  change,
  make(context, given) {
    const router: Router = {
      ...standardRow(context, given),
      ...{ admin_state_up: given.admin_state_up ?? true, external_gateway_info: null, routes: [] },
    };
    setGateway(context, router, given.external_gateway_info);
    context.cloud.neutron.routers.set(router.id, router);
    return router;
  },
  apply(context, row, { external_gateway_info, ...given }) {
    if (external_gateway_info !== undefined) setGateway(context, row, external_gateway_info);
    if (given.routes) requireReachable(context, row, given.routes);
    Object.assign(row, given, { routes: given.routes ?? row.routes });
  },
  remove(context, router) {
    const own = routerPorts(context, router.id);
    if (own.some(({ device_owner }) => device_owner === 'network:router_interface')) {
      throw neutronRefusal(409, 'RouterInUse', `Router ${router.id} still has ports`);
    }
    for (const port of own) removePort(context, port);
    context.cloud.neutron.routers.delete(router.id);
  },
  view: (_context, row) => ({
    ...{ ...row, status: 'ACTIVE', ha: false, distributed: false, flavor_id: null },
    ...{ availability_zones: [], availability_zone_hints: [] },
  }),
};

/** @throws Refusal 400 for a next hop in none of the router's subnets */
export function requireReachable(context: Context, { id }: Router, routes: Router['routes']): void {
  const feet = routerPorts(context, id).flatMap(({ fixed_ips }) => fixed_ips.map(({ subnet_id }) => subnet_id));
  const connected = feet.flatMap((subnetId) => context.cloud.neutron.subnets.get(subnetId) ?? []);
  const own = routerPorts(context, id).flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address));
  const usedByRouter = routes.some(({ nexthop }) => own.includes(nexthop));
  if (!usedByRouter && routes.every(({ nexthop }) => connected.some((subnet) => isUsable(subnet, nexthop)))) return;
  const why = usedByRouter ? 'the nexthop is used by router' : 'the nexthop is not connected with router';
  throw neutronRefusal(400, 'InvalidRoutes', `Invalid format for routes: ${JSON.stringify(routes)}, ${why}`);
}

export const routerPorts = ({ cloud }: Context, routerId: string): Port[] =>
  [...cloud.neutron.ports.values()].filter(({ device_id }) => device_id === routerId);

/** Null clears the gateway. @throws Refusal 409 if a floating IP behind the router needs the gateway */
function setGateway(context: Context, router: Router, gateway: Gateway): void {
  const { cloud } = context;
  if (!gateway?.network_id) {
    const served = [...cloud.neutron.floatingIps.values()].some(({ router_id }) => router_id === router.id);
    if (served) {
      const why = 'the gateway is required by one or more floating IPs';
      const message = `Gateway cannot be updated for router ${router.id}, since ${why}.`;
      throw neutronRefusal(409, 'RouterExternalGatewayInUseByFloatingIp', message);
    }
    dropGatewayPort(context, router);
    router.external_gateway_info = null;
    return;
  }
  const network = cloud.neutron.networks.get(gateway.network_id);
  if (!network) throw notFound('Network', gateway.network_id);
  if (!network['router:external']) {
    const message = `Bad router request: Network ${network.id} is not an external network.`;
    throw neutronRefusal(400, 'BadRequest', message);
  }
  // Only an administrator may give `enable_snat`, even with its default value.
  const isAllowed = context.caller.admin || gateway.enable_snat === undefined;
  requirePolicy(isAllowed, 'create_router:external_gateway_info:enable_snat');
  const enable_snat = gateway.enable_snat ?? router.external_gateway_info?.enable_snat ?? true;
  const kept = router.external_gateway_info?.network_id === network.id && !gateway.external_fixed_ips;
  const external_fixed_ips = kept
    ? (router.external_gateway_info?.external_fixed_ips ?? [])
    : makeGatewayPort(context, router, fixedIpsFor(cloud, network, gateway.external_fixed_ips));
  router.external_gateway_info = { network_id: network.id, enable_snat, external_fixed_ips };
}

/** The gateway's port belongs to no project, so members do not see it. */
function makeGatewayPort(context: Context, router: Router, fixed_ips: Port['fixed_ips']): Port['fixed_ips'] {
  dropGatewayPort(context, router);
  const subnet = context.cloud.neutron.subnets.get(fixed_ips[0]?.subnet_id ?? '');
  if (!subnet) return [];
  const asAdmin = { cloud: context.cloud, caller: { ...context.caller, admin: true } };
  const owner = { device_id: router.id, device_owner: 'network:router_gateway', project_id: '' };
  const port = makePort(asAdmin, { network_id: subnet.network_id, fixed_ips, ...owner });
  port.status = 'ACTIVE';
  return port.fixed_ips;
}

function dropGatewayPort(context: Context, router: Router): void {
  const gateways = routerPorts(context, router.id).filter((port) => port.device_owner === 'network:router_gateway');
  for (const port of gateways) removePort(context, port);
}
