import type { FastifyInstance } from 'fastify';
import { pacedClock } from './_kit/paced-clock.ts';
import { randomName } from './_kit/random-name.ts';
import { type SimClock, simClock } from './_kit/sim-clock.ts';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';
import { serverCertificate } from './rancher/_core/ca-certificate.ts';
import { asSteveFailure, rancherBodies } from './rancher/_core/rancher-bodies.ts';
import { type RancherContext, rancherDelays } from './rancher/_core/rancher-context.ts';
import { sendNormanError, sendSteveError } from './rancher/_core/rancher-errors.ts';
import { type RancherRelease, releaseOf } from './rancher/_core/rancher-release.ts';
import { rancherState } from './rancher/_core/rancher-state.ts';
import { emptyStore, rancherStore } from './rancher/_core/rancher-store.ts';
import { normanBehind } from './rancher/behind/behind-routes.ts';
import { clustersBehind } from './rancher/behind/cluster-behind.ts';
import { repositoryController } from './rancher/catalogs/chart-repositories.ts';
import { chartWorld } from './rancher/catalogs/chart-world.ts';
import { importManifest } from './rancher/clusters/import-manifest.ts';
import { steveManagement } from './rancher/clusters/management/steve-management.ts';
import { normanClusters } from './rancher/clusters/norman-clusters.ts';
import { normanTokens } from './rancher/clusters/norman-tokens.ts';
import { type RancherControllers, rancherControllers } from './rancher/clusters/rancher-controllers.ts';
import { steveClusters } from './rancher/clusters/steve-clusters.ts';
import { clusterProxy, localApi } from './rancher/contents/cluster-proxy.ts';
import { contentsOf } from './rancher/contents/contents.ts';
import { clusterUserOf } from './rancher/contents/inside-access.ts';
import { namespaceControllers } from './rancher/contents/namespace-controllers.ts';
import { normanNamespaces } from './rancher/contents/norman-namespaces.ts';
import { accessKey } from './rancher/identity/access-key.ts';
import { ADMIN_ID } from './rancher/identity/builtin-users.ts';
import { callerOf } from './rancher/identity/caller.ts';
import { loginRoutes } from './rancher/identity/login-routes.ts';
import { normanApiTokens } from './rancher/identity/norman-api-tokens.ts';
import { normanAuthConfigs } from './rancher/identity/norman-auth-configs.ts';
import { normanUsers } from './rancher/identity/norman-users.ts';
import { steveTokens } from './rancher/identity/steve-tokens.ts';
import { agentRoutes } from './rancher/machines/agent-routes.ts';
import { normanNodes } from './rancher/machines/norman-nodes.ts';
import { steveMachines } from './rancher/machines/steve-machines.ts';
import { normanCatalogue, normanSchemas, redirectRoot, refuseUnknown } from './rancher/norman/norman-catalogue.ts';
import { normanDoor, refuseWhatIsNotGiven } from './rancher/norman/norman-door.ts';
import { normanSettings } from './rancher/norman/norman-settings.ts';
import { canonicalUrl } from './rancher/norman/norman-types.ts';
import { openRoutes } from './rancher/norman/open-routes.ts';
import { operationFailures } from './rancher/operations/operation-failures.ts';
import { scheduledSnapshots } from './rancher/operations/scheduled-snapshots.ts';
import { normanCloudCredentials } from './rancher/pools/cloud-credentials.ts';
import { nodeDrivers } from './rancher/pools/node-drivers.ts';
import { normanNodeDrivers, refuseWithoutDriver } from './rancher/pools/norman-node-drivers.ts';
import { steveMachineConfigs } from './rancher/pools/steve-machine-configs.ts';
import { stevePools } from './rancher/pools/steve-pools.ts';
import { normanProjects } from './rancher/projects/norman-projects.ts';
import { normanGlobalRoleBindings } from './rancher/roles/norman-global-role-bindings.ts';
import { normanGlobalRoles } from './rancher/roles/norman-global-roles.ts';
import { normanRoleBindings } from './rancher/roles/norman-role-bindings.ts';
import { normanRoleTemplates } from './rancher/roles/norman-role-templates.ts';
import { grantedLinks } from './rancher/steve/granted-links.ts';
import { refuseMethods, refuseUnknownOfSteve, steveDoor } from './rancher/steve/steve-door.ts';
import { steveFeatures } from './rancher/steve/steve-features.ts';
import { steveObjects } from './rancher/steve/steve-objects.ts';
import { stevePlanned } from './rancher/steve/steve-planned.ts';
import { steveRoot } from './rancher/steve/steve-root.ts';
import { kubernetesReleases, steveSchemas } from './rancher/steve/steve-schemas.ts';
import { steveSettings } from './rancher/steve/steve-settings.ts';

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
  const behind = clustersBehind({ store, contents });
  const drivers = nodeDrivers({ clock, delays });
  const fixed = { release, store, contents, behind, drivers, clock, delays };
  return { ...fixed, serverUrl: '', settings, furtherReleases: new Set(), charts: chartWorld(), nextRevision };
}

function forMachines(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  agentRoutes(app, controllers);
  importManifest(app, controllers.tokens);
  kubernetesReleases(app, context);
}

function endWork({ clock, behind }: RancherContext, { pools }: RancherControllers): void {
  clock.clear();
  behind.forget();
  pools.stop();
}

/**
 * A Rancher with RKE2 custom clusters: steve (`/v1`), norman (`/v3`), and the routes for its system agents.
 * @param args `--version 2.11` for that release; 2.15 without it
 */
export function simulator(args: string[] = [], given: SimClock = simClock()): SimulatorDefinition {
  const context = newContext(given, releaseOf(args));
  const { clock } = context;
  namespaceControllers(context);
  repositoryController(context);
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
    tls: serverCertificate,
    identify(request) {
      const { token, impersonated } = callerOf(request);
      return { ...(token && { account: token.userId }), ...(impersonated && { impersonated: impersonated.userId }) };
    },
    listening(url) {
      context.serverUrl = url;
    },
    routes: (app) => addRoutes(app, context, controllers),
    state() {
      for (const id of context.store.clusters.keys()) controllers.status.sync(id);
      return rancherState(context.store);
    },
    sessions: () => ({
      registrationTokensFilled: [...context.store.tokens.values()].filter(({ token }) => token).length,
    }),
    reset() {
      endWork(context, controllers);
      emptyStore(context.store);
      context.contents.forget();
      context.contents.fillLocal();
      context.drivers.forget();
      context.furtherReleases.clear();
      context.charts.clear();
      context.settings.clear();
      installAdministrator();
    },
    pending: () => clock.pending() + controllers.pools.running(),
    close: () => endWork(context, controllers),
    credentials: () => ({ access_key: key.accessKey, secret_key: key.secretKey, username: 'admin', password }),
  };
}

async function addRoutes(
  app: FastifyInstance,
  context: RancherContext,
  controllers: RancherControllers,
): Promise<void> {
  openRoutes(app, context);
  scheduledSnapshots(app, context);
  operationFailures(app, context);
  forMachines(app, context, controllers);
  await app.register((proxy) => clusterProxy(proxy, context, controllers.apiTokens), {
    prefix: '/k8s/clusters/:id',
  });
  await app.register((local) => localApi(local, context, { tokens: controllers.apiTokens, power: controllers.power }));
  await app.register((login) => loginRoutes(login, context, controllers.apiTokens));
  await app.register(async (v1) => steve(v1, context, controllers), { prefix: '/v1' });
  await app.register(async (v3) => norman(v3, context, controllers), { prefix: '/v3' });
}

function steve(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  rancherBodies(app);
  app.addHook('onRequest', steveDoor(context, controllers.apiTokens));
  app.addHook('onRequest', refuseMethods);
  app.addHook('onRequest', refuseWithoutDriver(context));
  app.addHook('preSerialization', grantedLinks);
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
  steveMachineConfigs(app, context, { changed: controllers.pools.configChanged });
  stevePools(app, context, controllers);
  steveSchemas(app, context);
  app.register((objects) => steveObjects(objects, context, controllers));
}

function norman(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  rancherBodies(app);
  app.addHook('onRequest', redirectRoot(context));
  app.addHook('onRequest', normanDoor(context, controllers.apiTokens));
  app.addHook('preHandler', refuseWhatIsNotGiven);
  normanBehind(app, context);
  app.setErrorHandler((error, _request, reply) => sendNormanError(error, reply));
  app.setNotFoundHandler(refuseUnknown);
  normanCatalogue(app);
  normanSchemas(app);
  normanProjects(app, context);
  normanRoleTemplates(app, context);
  normanRoleBindings(app, context);
  normanUsers(app, context);
  normanAuthConfigs(app);
  normanGlobalRoles(app);
  normanNodeDrivers(app, context);
  normanGlobalRoleBindings(app, context);
  normanClusters(app, context, controllers);
  normanNamespaces(app, context, (request, id) => clusterUserOf(request, context, id).ofNamespaces);
  normanNodes(app, context, controllers);
  normanTokens(app, context, controllers);
  normanApiTokens(app, context, controllers.apiTokens);
  normanCloudCredentials(app, context, { changed: controllers.pools.looked });
  normanSettings(app, context);
}
