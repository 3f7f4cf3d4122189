import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { missing, notFound, RancherError } from '../_core/rancher-errors.ts';
import type { RancherNode } from '../_core/rancher-objects.ts';
import { nodesOf } from '../_core/rancher-store.ts';
import type { RancherControllers } from '../clusters/rancher-controllers.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { nodeView } from './node-view.ts';

const actionQuery = z.object({ action: z.string().default('') });
const taint = z.object({ key: z.string(), value: z.string().optional(), effect: z.string() });
/** A v3 node shows the labels and annotations of the Kubernetes Node, so a PUT cannot change them. */
const putNode = z.object({ taints: z.array(taint).nullish() });
const posted = z.object({ requestedHostname: z.string().default('') });
export const NODE_LIST = {
  resourceType: 'node',
  filters: [
    ...['appliedNodeVersion', 'clusterId', 'controlPlane', 'created', 'creatorId', 'description', 'etcd'],
    ...['externalIpAddress', 'hostname', 'id', 'imported', 'ipAddress', 'name', 'namespaceId', 'nodeName', 'podCidr'],
    ...['providerId', 'removed', 'requestedHostname', 'scaledownTime', 'state', 'transitioning'],
    ...['transitioningMessage', 'unschedulable', 'uuid', 'worker'],
  ],
};

/** `/v3/nodes`: routes that read, change and delete nodes, and the actions on a node. */
export function normanNodes(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store, contents, clock, delays } = context;
  const get = (request: FastifyRequest): RancherNode => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!id.includes(':')) throw notFound('failed to find resource by id');
    const found = store.nodes.get(id);
    if (!found) throw notFound(`nodes.management.cattle.io "${id.split(':').at(-1)}" not found`);
    return found;
  };
  const view = (request: FastifyRequest, node: RancherNode) => nodeView(contents, node, baseUrlOf(request));
  const list = (request: FastifyRequest, nodes: Iterable<RancherNode>) =>
    normanCollection(
      request,
      NODE_LIST,
      [...nodes].map((node) => view(request, node)),
    );

  app.get('/nodes', async (request) => list(request, store.nodes.values()));
  app.get('/clusters/:id/nodes', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!store.clusters.has(id)) throw notFound(`clusters.management.cattle.io "${id}" not found`);
    return list(request, nodesOf(store, id));
  });
  app.post('/nodes', async (request) => {
    const { requestedHostname } = posted.parse(request.body ?? {});
    if (requestedHostname === '') throw missing('requestedHostname');
    throw new RancherError(501, 'NotSimulated', 'nodes of node drivers are not simulated');
  });
  app.get('/nodes/:id', async (request) => view(request, get(request)));
  app.put('/nodes/:id', async (request) => {
    const node = get(request);
    const { taints } = putNode.parse(request.body ?? {});
    if (taints) {
      node.putTaints = taints;
      clock.after(delays.heartbeat, () => {
        node.putTaints = undefined;
      });
    }
    return view(request, node);
  });
  app.delete('/nodes/:id', async (request, reply) => {
    controllers.nodes.forgotten(get(request));
    return reply.code(204).type('application/json').send();
  });
  app.post('/nodes/:id', async (request, reply) => {
    controllers.nodeActions.run(get(request), actionQuery.parse(request.query).action, request.body);
    return reply.type('application/json').send('null');
  });
}
