import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import type { ProvisioningCluster, RancherNode } from '../_core/rancher-objects.ts';
import { CONTROL_PLANE_TYPE, controlPlaneView } from '../clusters/control-plane-view.ts';
import type { RancherControllers } from '../clusters/rancher-controllers.ts';
import { managementNodeView, NODE_TYPE } from '../machines/management-node-view.ts';
import { baseUrlOf, steveCollection } from './steve-collection.ts';

const place = z.object({ namespace: z.string(), name: z.string() });

/** `/v1/rke.cattle.io.rkecontrolplanes` and `/v1/management.cattle.io.nodes`. */
export function stevePlanned(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  controlPlanes(app, context);
  managementNodes(app, context, controllers);
}

function controlPlanes(app: FastifyInstance, context: RancherContext): void {
  const { store } = context;
  const path = `/${CONTROL_PLANE_TYPE}s`;
  const view = (request: FastifyRequest) => (cluster: ProvisioningCluster) =>
    controlPlaneView(store, cluster, baseUrlOf(request));
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, {
      ...{ resourceType: CONTROL_PLANE_TYPE, objects: store.provisioning, view: view(request) },
      select: ({ managementId }) => managementId !== undefined,
    });
  app.get(path, list);
  app.get(`${path}/:namespace`, list);
  app.get(`${path}/:namespace/:name`, async (request) => {
    const { namespace, name } = place.parse(request.params);
    const cluster = store.provisioning.get(`${namespace}/${name}`);
    if (cluster?.managementId === undefined) throw notFound(`rkecontrolplanes.rke.cattle.io "${name}" not found`);
    return view(request)(cluster);
  });
}

function managementNodes(app: FastifyInstance, context: RancherContext, { nodes }: RancherControllers): void {
  const { store, contents } = context;
  const path = `/${NODE_TYPE}s`;
  const view = (request: FastifyRequest) => (node: RancherNode) =>
    managementNodeView(contents, node, baseUrlOf(request));
  const get = (request: FastifyRequest): RancherNode => {
    const { namespace, name } = place.parse(request.params);
    const node = store.nodes.get(`${namespace}:${name}`);
    if (!node) throw notFound(`nodes.management.cattle.io "${name}" not found`);
    return node;
  };
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, { resourceType: NODE_TYPE, objects: store.nodes, view: view(request) });
  app.get(path, list);
  app.get(`${path}/:namespace`, list);
  app.get(`${path}/:namespace/:name`, async (request) => view(request)(get(request)));
  app.delete(`${path}/:namespace/:name`, async (request, reply) => {
    nodes.forgotten(get(request));
    return reply.code(204).send();
  });
}
