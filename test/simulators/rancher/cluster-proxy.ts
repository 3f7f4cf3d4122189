import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiTokens } from './api-tokens.ts';
import { kubernetesVersion } from './management-view.ts';
import type { RancherContext } from './rancher-context.ts';

/** `/k8s/clusters/<id>`: the clusters' own APIs, as kubeconfigs reach them through Rancher. Of those only what tells that one is in. */
export function clusterProxy(app: FastifyInstance, { store }: RancherContext, tokens: ApiTokens): void {
  app.get('/k8s/clusters/:id/version', async ({ headers, params }, reply) => {
    const { id } = z.object({ id: z.string() }).parse(params);
    const refuse = (code: number, message: string) =>
      reply.code(code).send({ type: 'error', status: String(code), message });
    if (!tokens.find(headers.authorization ?? '', id)) return refuse(401, 'must authenticate');
    const cluster = store.clusters.get(id);
    if (!cluster) return refuse(404, `clusters.management.cattle.io "${id}" not found`);
    if (!cluster.active) return refuse(503, 'ClusterUnavailable 503: cluster not found');
    const { spec } = store.provisioning.get(cluster.provisioningKey) ?? {};
    const gitVersion = kubernetesVersion(spec);
    const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
    return reply.send({ major, minor, gitVersion, platform: 'linux/amd64' });
  });
}
