import type { FastifyInstance } from 'fastify';
import { accessReviewRoutes } from './access-review.ts';
import { callerOf } from './authorize.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { KubernetesError, sendStatus } from './kubernetes-error.ts';
import { namespaceRoutes } from './namespace-routes.ts';
import { secretRoutes } from './secret-routes.ts';

export function kubernetesRoutes(app: FastifyInstance, context: KubernetesContext): void {
  app.setErrorHandler((error, _request, reply) => sendStatus(error, reply));
  app.setNotFoundHandler((request, reply) => {
    try {
      callerOf(context, request);
      const text = 'the server could not find the requested resource';
      return sendStatus(new KubernetesError('NotFound', text, {}), reply);
    } catch (error) {
      return sendStatus(error, reply);
    }
  });
  discoveryRoutes(app, context);
  accessReviewRoutes(app, context);
  namespaceRoutes(app, context);
  secretRoutes(app, context);
}
