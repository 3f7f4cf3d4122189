import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { contextOf, ownedRow } from './collection.ts';
import { touch } from './context.ts';
import { removePort } from './ports.ts';
import {
  connectedPort,
  connectRouter,
  interfaceView,
  requireNoFloatingIp,
  requireNoRoute,
} from './router-interfaces.ts';
import { requireReachable, routers } from './routers.ts';
import { hostRoutes } from './values.ts';

interface OfRouter {
  Params: { id: string };
}

const which = z.object({ subnet_id: z.string().optional(), port_id: z.string().optional() });
const extraRoutes = z.object({ router: z.object({ routes: hostRoutes }) });

export function addRouterInterfaceRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.put<OfRouter>('/v2.0/routers/:id/add_router_interface', async (request) => {
    const context = contextOf(cloud, request);
    const router = ownedRow(context, routers, request.params.id, 'update');
    const port = connectRouter(context, router, which.parse(request.body));
    touch(cloud, router);
    return interfaceView(router, port);
  });

  for (const verb of ['add', 'remove'] as const) {
    app.put<OfRouter>(`/v2.0/routers/:id/${verb}_extraroutes`, async (request) => {
      const context = contextOf(cloud, request);
      const router = ownedRow(context, routers, request.params.id, 'update');
      const { routes } = extraRoutes.parse(request.body).router;
      const rest = router.routes.filter((one) => !routes.some((other) => isDeepStrictEqual(one, other)));
      if (verb === 'add') requireReachable(context, router, routes);
      router.routes = verb === 'add' ? [...rest, ...routes] : rest;
      touch(cloud, router);
      return { router: { ...routers.view(context, router), tenant_id: router.project_id } };
    });
  }

  app.put<OfRouter>('/v2.0/routers/:id/remove_router_interface', async (request) => {
    const context = contextOf(cloud, request);
    const router = ownedRow(context, routers, request.params.id, 'update');
    const port = connectedPort(context, router, which.parse(request.body));
    requireNoFloatingIp(context, router, port);
    requireNoRoute(context, router, port);
    removePort(context, port);
    touch(cloud, router);
    return interfaceView(router, port);
  });
}
