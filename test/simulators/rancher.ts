import type { FastifyInstance } from 'fastify';
import { randomName } from './_kit/random-name.ts';
import { type SimClock, simClock } from './_kit/sim-clock.ts';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { accessKey } from './rancher/access-key.ts';
import { agentRoutes } from './rancher/agent-routes.ts';
import { ADMIN_ID } from './rancher/builtin-users.ts';
import { clusterProxy, localApi } from './rancher/cluster-proxy.ts';
import { contentsOf } from './rancher/contents.ts';
import { importManifest } from './rancher/import-manifest.ts';
import { clusterUserOf } from './rancher/inside-access.ts';
import { loginRoutes } from './rancher/login-routes.ts';
import { namespaceControllers } from './rancher/namespace-controllers.ts';
import { normanApiTokens } from './rancher/norman-api-tokens.ts';
import { normanCatalogue, normanSchemas, redirectRoot, refuseUnknown } from './rancher/norman-catalogue.ts';
import { normanClusters } from './rancher/norman-clusters.ts';
import { normanDoor, refuseWhatIsNotGiven } from './rancher/norman-door.ts';
import { normanGlobalRoleBindings } from './rancher/norman-global-role-bindings.ts';
import { normanGlobalRoles } from './rancher/norman-global-roles.ts';
import { normanNamespaces } from './rancher/norman-namespaces.ts';
import { normanNodes } from './rancher/norman-nodes.ts';
import { normanProjects } from './rancher/norman-projects.ts';
import { normanRoleBindings } from './rancher/norman-role-bindings.ts';
import { normanRoleTemplates } from './rancher/norman-role-templates.ts';
import { normanSettings } from './rancher/norman-settings.ts';
import { normanTokens } from './rancher/norman-tokens.ts';
import { canonicalUrl } from './rancher/norman-types.ts';
import { normanUsers } from './rancher/norman-users.ts';
import { openRoutes } from './rancher/open-routes.ts';
import { pacedClock } from './rancher/paced-clock.ts';
import { asSteveFailure, rancherBodies } from './rancher/rancher-bodies.ts';
import { type RancherContext, rancherDelays } from './rancher/rancher-context.ts';
import { rancherControllers } from './rancher/rancher-controllers.ts';
import { sendNormanError, sendSteveError } from './rancher/rancher-errors.ts';
import { type RancherRelease, releaseOf } from './rancher/rancher-release.ts';
import { rancherState } from './rancher/rancher-state.ts';
import { emptyStore, rancherStore } from './rancher/rancher-store.ts';
import { steveClusters } from './rancher/steve-clusters.ts';
import { refuseMethods, refuseUnknownOfSteve, steveDoor } from './rancher/steve-door.ts';
import { steveFeatures } from './rancher/steve-features.ts';
import { steveMachines } from './rancher/steve-machines.ts';
import { steveManagement } from './rancher/steve-management.ts';
import { steveObjects } from './rancher/steve-objects.ts';
import { stevePlanned } from './rancher/steve-planned.ts';
import { steveRoot } from './rancher/steve-root.ts';
import { kubernetesReleases, steveSchemas } from './rancher/steve-schemas.ts';
import { steveSettings } from './rancher/steve-settings.ts';
import { steveTokens } from './rancher/steve-tokens.ts';

function newContext(given: SimClock, release: RancherRelease): RancherContext {
  const store = rancherStore(given.now);
  const delays = { ...rancherDelays };
  const clock = pacedClock(given, delays);
  const contents = contentsOf({ store, clock, delays });
  const settings = new Map<string, string>();
  let revision = 1000;
  const nextRevision = (): number => {
    revision += 1;
    return revision;
  };
  return { release, store, contents, clock, settings, delays, furtherReleases: new Set(), nextRevision };
}

/**
 * A Rancher with RKE2 custom clusters: steve (`/v1`), norman (`/v3`) and what its system agents ask.
 * @param args `--version 2.11` for that release; 2.15 without it
 */
export function simulator(args: string[] = [], given: SimClock = simClock()): SimulatorDefinition {
  const context = newContext(given, releaseOf(args));
  const { clock } = context;
  namespaceControllers(context);
  context.contents.fillLocal();
  const controllers = rancherControllers(context);
  const key = accessKey();
  const password = randomName(20);
  const installAdministrator = (): void => {
    controllers.apiTokens.adopt(key);
    const admin = context.store.users.get(ADMIN_ID);
    if (admin) admin.password = password;
  };
  installAdministrator();
  return {
    name: 'rancher',
    delays: context.delays,
    canonicalUrl,
    async routes(app) {
      openRoutes(app, context);
      agentRoutes(app, controllers);
      importManifest(app, controllers.tokens);
      kubernetesReleases(app, context);
      await app.register((proxy) => clusterProxy(proxy, context, controllers.apiTokens), {
        prefix: '/k8s/clusters/:id',
      });
      await app.register((local) => localApi(local, context, controllers.apiTokens));
      await app.register((login) => loginRoutes(login, context, controllers.apiTokens));
      await app.register(async (v1) => steve(v1), { prefix: '/v1' });
      await app.register(async (v3) => norman(v3), { prefix: '/v3' });
    },
    state() {
      for (const id of context.store.clusters.keys()) controllers.status.sync(id);
      return rancherState(context.store);
    },
    sessions: () => ({
      registrationTokensFilled: [...context.store.tokens.values()].filter(({ token }) => token).length,
    }),
    reset() {
      clock.clear();
      emptyStore(context.store);
      context.contents.forget();
      context.contents.fillLocal();
      context.furtherReleases.clear();
      context.settings.clear();
      installAdministrator();
    },
    close: () => clock.clear(),
    credentials: () => ({ access_key: key.accessKey, secret_key: key.secretKey, username: 'admin', password }),
  };

  function steve(app: FastifyInstance): void {
    rancherBodies(app);
    app.addHook('onRequest', steveDoor(context, controllers.apiTokens));
    app.addHook('onRequest', refuseMethods);
    app.setErrorHandler((error, _request, reply) => sendSteveError(asSteveFailure(error), reply));
    app.setNotFoundHandler(refuseUnknownOfSteve);
    steveRoot(app);
    steveSettings(app, context);
    steveFeatures(app, context);
    steveTokens(app, context, controllers.apiTokens);
    steveClusters(app, context, controllers);
    steveMachines(app, context, controllers);
    stevePlanned(app, context, controllers);
    steveManagement(app, context, controllers);
    steveSchemas(app);
    app.register((objects) => steveObjects(objects, context, controllers));
  }

  function norman(app: FastifyInstance): void {
    rancherBodies(app);
    app.addHook('onRequest', redirectRoot);
    app.addHook('onRequest', normanDoor(context, controllers.apiTokens));
    app.addHook('preHandler', refuseWhatIsNotGiven);
    app.setErrorHandler((error, _request, reply) => sendNormanError(error, reply));
    app.setNotFoundHandler(refuseUnknown);
    normanCatalogue(app);
    normanSchemas(app);
    normanProjects(app, context);
    normanRoleTemplates(app, context);
    normanRoleBindings(app, context);
    normanUsers(app, context);
    normanGlobalRoles(app);
    normanGlobalRoleBindings(app, context);
    normanClusters(app, context, controllers);
    normanNamespaces(app, context, (request, id) => clusterUserOf(request, context, id).ofNamespaces);
    normanNodes(app, context, controllers);
    normanTokens(app, context, controllers);
    normanApiTokens(app, context, controllers.apiTokens);
    normanSettings(app, context);
  }
}
