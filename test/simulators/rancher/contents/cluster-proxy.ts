import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KubernetesContext } from '../../kubernetes/kubernetes-context.ts';
import { kubernetesRoutes } from '../../kubernetes/kubernetes-routes.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { isConnected, machinesOf } from '../_core/rancher-store.ts';
import { proxyHook } from '../behind/behind-routes.ts';
import type { ApiTokens } from '../identity/api-tokens.ts';
import { admit, callerOf } from '../identity/caller.ts';
import type { MachinePower } from '../machines/machine-power.ts';
import { serverVersion, wantedVersion } from '../machines/node-releases.ts';
import { plannedMachine, planUser } from '../machines/plan-access.ts';
import { clusterDoor, clusterIdOf, refuse, refuseAtLocal } from './cluster-door.ts';
import { LOCAL, LOCAL_VERSION } from './cluster-insides.ts';
import { clusterUserOf } from './inside-access.ts';
import { steveContents } from './steve-contents.ts';

const TEXT = 'text/plain; charset=utf-8';

/**
 * `/k8s/clusters/<id>`: the Kubernetes API of each cluster. Kubeconfigs of Rancher use this address.
 * `/k8s/clusters/<id>/v1`: the steve of each cluster.
 */
export async function clusterProxy(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): Promise<void> {
  app.addHook('onRequest', clusterDoor(context, tokens));
  app.addHook('onRequest', async (request, reply) => refuseUnlessConnected(request, reply, context));
  app.addHook('preHandler', proxyHook(context));
  const contextOf = (request: FastifyRequest): KubernetesContext => {
    const id = clusterIdOf(request);
    const { admit } = clusterUserOf(request, context, id);
    return { ...clusterApi(context, id), ...(id !== LOCAL && { admit }) };
  };
  await app.register(async (api) => kubernetesRoutes(api, contextOf));
  await app.register(async (v1) => steveContents(v1, context, contextOf), { prefix: '/v1' });
}

/** The Kubernetes API of Rancher's own cluster, at Rancher's own address. */
export async function localApi(
  app: FastifyInstance,
  context: RancherContext,
  { tokens, power }: { tokens: ApiTokens; power: MachinePower },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const machine = plannedMachine(request, context.store);
    if (!machine || !Object(request.query).watch) return;
    const stopped = power.watching(machine);
    reply.raw.once('close', stopped);
  });
  app.addHook('onRequest', async (request, reply) => {
    const token = tokens.find(request.headers);
    if (token) admit(request, context, token);
    else if (!planUser(request, context.store)) await refuseAtLocal(request, reply, tokens.areShown(request.headers));
  });
  const local = clusterApi(context, LOCAL);
  const userOf = (request: FastifyRequest) => local.userOf(request) ?? planUser(request, context.store);
  kubernetesRoutes(app, () => ({ ...local, userOf }), { isAlone: false });
}

export function clusterApi(context: RancherContext, clusterId: string): KubernetesContext {
  return {
    ...context.contents.inside(clusterId),
    gitVersion: () => (clusterId === LOCAL ? LOCAL_VERSION : versionOf(context, clusterId)),
    userOf: (request) => (callerOf(request).token ? clusterUserOf(request, context, clusterId).inCluster : undefined),
  };
}

function versionOf({ store }: RancherContext, id: string): string {
  const { spec } = store.provisioning.get(store.clusters.get(id)?.provisioningKey ?? '') ?? {};
  return serverVersion(machinesOf(store, id)) ?? wantedVersion(spec);
}

/** Refuses requests to a cluster without a connected agent. Steve first waits a while for the agent. */
async function refuseUnlessConnected(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, clock, delays }: RancherContext,
): Promise<void> {
  const id = clusterIdOf(request);
  if (id === LOCAL || isConnected(store, id)) return;
  if (!request.url.startsWith(`/k8s/clusters/${id}/v1/`)) {
    return refuse(reply, 503, 'ClusterUnavailable', 'cluster not provisioned');
  }
  await new Promise<void>((waited) => clock.after(delays.steveSession, waited));
  const message = `lost connection to cluster: failed to find Session for client stv-cluster-${id}`;
  await reply.code(500).type(TEXT).send(message);
}
