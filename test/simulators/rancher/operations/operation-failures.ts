import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { OPERATIONS } from './planner-operation.ts';

const given = z.object({ cluster: z.string(), operation: z.enum(OPERATIONS.map(({ field }) => field)) });

/**
 * `POST /_sim/operation-failures`: makes the cluster's next operation of the given field fail in its first phase, once.
 */
export function operationFailures(app: FastifyInstance, { store }: RancherContext): void {
  app.post('/_sim/operation-failures', async (request, reply) => {
    const { data, error } = given.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    const cluster = store.provisioning.get(data.cluster);
    if (!cluster) return reply.code(404).send({ message: `there is no cluster ${data.cluster}` });
    cluster.failingOperation = data.operation;
    return reply.code(204).send();
  });
}
