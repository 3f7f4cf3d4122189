import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiTokens } from './api-tokens.ts';
import { serverVersion, wantedVersion } from './node-releases.ts';
import type { RancherContext } from './rancher-context.ts';
import { nodesOf } from './rancher-store.ts';
import { steveContents } from './steve-contents.ts';

/** `/k8s/clusters/<id>`: the clusters' own APIs, as kubeconfigs reach them through Rancher, and a steve of each. */
export async function clusterProxy(app: FastifyInstance, context: RancherContext, tokens: ApiTokens): Promise<void> {
  app.addHook('onRequest', async (request, reply) => refuseUnlessIn(request, reply, context, tokens));
  app.get('/version', async (request) => {
    const { store } = context;
    const id = clusterIdOf(request);
    const { spec } = store.provisioning.get(store.clusters.get(id)?.provisioningKey ?? '') ?? {};
    const gitVersion = serverVersion(nodesOf(store, id)) ?? wantedVersion(spec);
    const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
    return { major, minor, gitVersion, platform: 'linux/amd64' };
  });
  await app.register(async (v1) => steveContents(v1, context.contents), { prefix: '/v1' });
}

const clusterIdOf = ({ params }: FastifyRequest): string => z.object({ id: z.string() }).parse(params).id;

/** What is asked of a cluster is refused by Rancher itself where the caller may not, or the cluster's agent is not connected. */
async function refuseUnlessIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { store }: RancherContext,
  tokens: ApiTokens,
): Promise<void> {
  const id = clusterIdOf(request);
  const refuse = (code: number, message: string) =>
    reply.code(code).send({ type: 'error', status: String(code), message });
  if (!tokens.find(request.headers.authorization ?? '', id)) return void (await refuse(401, 'must authenticate'));
  const cluster = store.clusters.get(id);
  if (!cluster) return void (await refuse(404, `clusters.management.cattle.io "${id}" not found`));
  if (!cluster.active) await refuse(503, 'ClusterUnavailable 503: cluster not found');
}
