import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { BackendRejected } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { Router, RouterInterface } from '#shared/ports/openstack/tenant-objects';
import type { CloudSession } from '../identity/cloud-session.ts';
import { listOwn } from '../list-own.ts';
import { owned } from '../schemas.ts';
import { neutronObjects } from './neutron-objects.ts';

type Routers = Pick<
  OpenStack,
  | 'listRouters'
  | 'createRouter'
  | 'deleteRouter'
  | 'listRouterInterfaces'
  | 'addRouterInterface'
  | 'addRouterPort'
  | 'setStaticRoutes'
  | 'removeRouterInterface'
  | 'listGateways'
>;

const routerReply = owned.extend({
  description: z.string(),
  external_gateway_info: z.object({ network_id: z.string() }).nullable(),
  routes: z.array(z.object({ destination: z.string(), nexthop: z.string() })),
});
const routerOf = ({ external_gateway_info, ...given }: z.infer<typeof routerReply>): Router => ({
  id: given.id,
  name: given.name,
  description: given.description,
  routes: given.routes,
  ...(external_gateway_info && { externalNetworkId: external_gateway_info.network_id }),
});
const interfaceReply = z.object({
  id: z.string(),
  project_id: z.string(),
  device_id: z.string(),
  device_owner: z.string(),
  fixed_ips: z.array(z.object({ subnet_id: z.string() })),
});
/** The `device_owner` of a router's port in a subnet. The value depends on the kind of router. */
const INTERFACE = /^network:(ha_)?router_(interface|replicated)/;
const ALREADY_THERE = /already has a port on subnet/;

async function interfacesOf(session: CloudSession): Promise<RouterInterface[]> {
  const ports = await listOwn(session, {
    op: 'listRouterInterfaces',
    collection: 'ports',
    item: interfaceReply,
    where: NO_CRITERIA,
  });
  return ports
    .filter(({ device_owner }) => INTERFACE.test(device_owner))
    .flatMap(({ device_id, fixed_ips }) =>
      fixed_ips.map(({ subnet_id }) => ({ routerId: device_id, subnetId: subnet_id })),
    );
}

export function routers(session: CloudSession): Routers {
  const all = neutronObjects(session, 'router', routerReply);

  const change = (verb: 'add' | 'remove', routerId: string, by: { subnet_id: string } | { port_id: string }) =>
    session.call('network', {
      op: `${verb}RouterInterface`,
      method: 'PUT',
      path: path`/routers/${routerId}/${verb}_router_interface`,
      body: by,
      reply: z.unknown(),
    });

  return {
    listRouters: async () => (await all.list('listRouters', NO_CRITERIA)).map(routerOf),
    async createRouter({ name, description, externalNetworkId }) {
      const gateway = { network_id: externalNetworkId };
      return routerOf(await all.create('createRouter', { name, description, external_gateway_info: gateway }));
    },
    deleteRouter: (id) => all.remove('deleteRouter', id),

    listRouterInterfaces: () => interfacesOf(session),
    async setStaticRoutes(routerId, routes) {
      await all.update('setStaticRoutes', routerId, { routes });
    },

    async addRouterInterface({ routerId, subnetId }) {
      try {
        await change('add', routerId, { subnet_id: subnetId });
      } catch (error) {
        if (!(error instanceof BackendRejected && ALREADY_THERE.test(error.message))) throw error;
      }
    },
    async addRouterPort({ routerId, portId }) {
      await change('add', routerId, { port_id: portId });
    },
    removeRouterInterface: ({ routerId, subnetId }) =>
      ignoreNotFound(change('remove', routerId, { subnet_id: subnetId })),

    async listGateways() {
      const [listed, feet] = await Promise.all([all.list('listRouters', NO_CRITERIA), interfacesOf(session)]);
      const networkOf = new Map(listed.map(({ id, external_gateway_info }) => [id, external_gateway_info?.network_id]));
      return feet.flatMap(({ routerId, subnetId }) => {
        const externalNetworkId = networkOf.get(routerId);
        return externalNetworkId === undefined ? [] : [{ subnetId, externalNetworkId }];
      });
    },
  };
}
