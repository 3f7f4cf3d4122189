import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessReviewRoutes } from './access-review.ts';
import { callerOf } from './authorize.ts';
import { discoveryRoutes, healthRoutes } from './discovery-routes.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { sendStatus } from './kubernetes-error.ts';
import { objectRoutes } from './objects/object-routes.ts';
import { readProtobuf } from './protobuf-kinds.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
type ContextOf = (request: FastifyRequest) => KubernetesContext;

/**
 * Serves the API of one cluster, or of the cluster that the request names. If `isAlone` is false, other routes of the
 * app serve the health checks and the unknown paths.
 */
export function kubernetesRoutes(app: FastifyInstance, contextOf: ContextOf, { isAlone = true } = {}): void {
  app.setErrorHandler((error, _request, reply) => sendStatus(error, reply));
  app.addContentTypeParser(PROTOBUF, { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) =>
    readProtobuf(bytes),
  );
  if (isAlone) {
    app.setNotFoundHandler((request, reply) => noSuchPath(contextOf, request, reply));
    healthRoutes(app);
  }
  discoveryRoutes(app, contextOf);
  accessReviewRoutes(app, contextOf);
  objectRoutes(app, contextOf);
}

function noSuchPath(contextOf: ContextOf, request: FastifyRequest, reply: FastifyReply) {
  try {
    callerOf(contextOf(request), request);
    return reply.code(404).type('text/plain; charset=utf-8').send('404 page not found\n');
  } catch (error) {
    return sendStatus(error, reply);
  }
}
