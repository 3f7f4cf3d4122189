import type { FastifyInstance } from 'fastify';
import { type SimClock, simClock } from './_kit/sim-clock.ts';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { accessKey, requireAccessKey } from './rancher/access-key.ts';
import { agentRoutes } from './rancher/agent-routes.ts';
import { normanCatalogue } from './rancher/norman-catalogue.ts';
import { normanClusters } from './rancher/norman-clusters.ts';
import { normanNodes } from './rancher/norman-nodes.ts';
import { normanTokens } from './rancher/norman-tokens.ts';
import { rancherDelays } from './rancher/rancher-context.ts';
import { rancherControllers } from './rancher/rancher-controllers.ts';
import { notFound, sendNormanError, sendSteveError } from './rancher/rancher-errors.ts';
import { rancherState } from './rancher/rancher-state.ts';
import { emptyStore, rancherStore } from './rancher/rancher-store.ts';
import { steveClusters } from './rancher/steve-clusters.ts';
import { steveSecrets } from './rancher/steve-secrets.ts';

/** A Rancher 2.11 with RKE2 custom clusters: steve (`/v1`), norman (`/v3`) and what its system agents ask. */
export function simulator(): SimulatorDefinition {
  const clock: SimClock = simClock();
  const context = { store: rancherStore(), clock, delays: { ...rancherDelays } };
  const controllers = rancherControllers(context);
  const key = accessKey();
  return {
    name: 'rancher',
    delays: context.delays,
    async routes(app) {
      agentRoutes(app, controllers);
      await app.register(async (v1) => steve(v1), { prefix: '/v1' });
      await app.register(async (v3) => norman(v3), { prefix: '/v3' });
    },
    state: () => rancherState(context.store),
    sessions: () => ({
      registrationTokensFilled: [...context.store.tokens.values()].filter(({ token }) => token).length,
    }),
    reset() {
      clock.clear();
      emptyStore(context.store);
    },
    close: () => clock.clear(),
    credentials: () => ({ access_key: key.accessKey, secret_key: key.secretKey }),
  };

  function steve(app: FastifyInstance): void {
    app.addHook('onRequest', requireAccessKey(key));
    app.setErrorHandler((error, _request, reply) => sendSteveError(error, reply));
    app.setNotFoundHandler((_request, reply) => sendSteveError(notFound('404 page not found'), reply));
    steveClusters(app, context, controllers);
    steveSecrets(app, context);
  }

  function norman(app: FastifyInstance): void {
    app.addHook('onRequest', requireAccessKey(key));
    app.setErrorHandler((error, _request, reply) => sendNormanError(error, reply));
    app.setNotFoundHandler((_request, reply) => sendNormanError(notFound('Not Found'), reply));
    normanCatalogue(app, context);
    normanClusters(app, context, controllers);
    normanNodes(app, context, controllers);
    normanTokens(app, context, controllers);
  }
}
