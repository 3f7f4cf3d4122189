import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nodeActions, nodeView } from './node-view.ts';
import { normanCollection } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { RancherNode } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

/** Rancher's NodeDrainInput, as far as it makes a difference here. */
const drainInput = z.object({ force: z.boolean().default(false) });
const actionQuery = z.object({ action: z.string().default('') });

/** `/v3/nodes`: read, delete, and the actions a node offers in its present state. */
export function normanNodes(app: FastifyInstance, { store }: RancherContext, controllers: RancherControllers): void {
  const get = (request: FastifyRequest): RancherNode => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.nodes.get(id);
    if (!found) throw notFound(`nodes.management.cattle.io "${id.split(':').at(-1)}" not found`);
    return found;
  };
  const view = (request: FastifyRequest, node: RancherNode) => nodeView(node, baseUrlOf(request));

  app.get('/nodes', async (request) =>
    normanCollection(
      request,
      { resourceType: 'node', filters: ['id', 'clusterId', 'requestedHostname', 'state'] },
      [...store.nodes.values()].map((node) => view(request, node)),
    ),
  );
  app.get('/nodes/:id', async (request) => view(request, get(request)));
  app.delete('/nodes/:id', async (request) => {
    const node = get(request);
    store.nodes.delete(node.id);
    return view(request, node);
  });
  app.post('/nodes/:id', async (request, reply) => {
    const node = get(request);
    const { action } = actionQuery.parse(request.query);
    if (!nodeActions(node).includes(action)) throw new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
    if (action === 'drain') controllers.drained(node, drainInput.parse(request.body ?? {}));
    else Object.assign(node, { unschedulable: action === 'cordon', drain: 'none' });
    return reply.send({});
  });
}
