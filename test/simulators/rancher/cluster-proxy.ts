import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiTokens } from './api-tokens.ts';
import { clusterDoor, clusterIdOf, refuse } from './cluster-door.ts';
import { serverVersion, wantedVersion } from './node-releases.ts';
import type { RancherContext } from './rancher-context.ts';
import { machinesOf } from './rancher-store.ts';
import { steveContents } from './steve-contents.ts';

/** `/k8s/clusters/<id>`: the clusters' own APIs, as kubeconfigs reach them through Rancher, and a steve of each. */
export async function clusterProxy(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): Promise<void> {
  app.addHook('onRequest', clusterDoor(context, tokens));
  app.addHook('onRequest', async (request, reply) => refuseUnlessConnected(request, reply, context));
  app.get('/version', async (request) => {
    const { store } = context;
    const id = clusterIdOf(request);
    const { spec } = store.provisioning.get(store.clusters.get(id)?.provisioningKey ?? '') ?? {};
    const gitVersion = serverVersion(machinesOf(store, id)) ?? wantedVersion(spec);
    const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
    return { major, minor, gitVersion, platform: 'linux/amd64' };
  });
  await app.register(async (v1) => steveContents(v1, context.contents), { prefix: '/v1' });
}

/** What is asked of a cluster whose agent is not connected is refused by Rancher itself. */
async function refuseUnlessConnected(
  request: FastifyRequest,
  reply: FastifyReply,
  { store }: RancherContext,
): Promise<void> {
  const cluster = store.clusters.get(clusterIdOf(request));
  if (cluster && !cluster.active) await refuse(reply, 503, 'ClusterUnavailable', 'cluster not provisioned');
}
