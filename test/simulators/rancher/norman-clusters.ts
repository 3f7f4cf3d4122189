import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from './caller.ts';
import { generateKubeconfig } from './generate-kubeconfig.ts';
import { importYaml } from './import-yaml.ts';
import { clusterUserOf } from './inside-access.ts';
import { managementView } from './management-view.ts';
import { normanCollection } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { ManagementCluster } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

const renaming = z.object({ name: z.string().min(1).optional(), description: z.string().optional() });

/** `/v3/clusters` and what hangs below one cluster. */
export function normanClusters(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store } = context;
  const get = (request: FastifyRequest): ManagementCluster => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = store.clusters.get(id);
    if (!found) throw notFound(`clusters.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest, cluster: ManagementCluster) =>
    managementView(store, cluster, baseUrlOf(request));

  app.get('/clusters', async (request) =>
    normanCollection(
      request,
      { resourceType: 'cluster', filters: ['id', 'name', 'state'] },
      [...store.clusters.values()].map((cluster) => view(request, cluster)),
    ),
  );
  app.get('/clusters/:id', async (request) => view(request, get(request)));
  app.put('/clusters/:id', async (request) => {
    const { name, description } = renaming.parse(request.body);
    const cluster = get(request);
    Object.assign(cluster, { name: name ?? cluster.name, description: description ?? cluster.description });
    return view(request, cluster);
  });
  app.delete('/clusters/:id', async (request) => {
    const cluster = get(request);
    const provisioning = store.provisioning.get(cluster.provisioningKey);
    if (provisioning) controllers.removed(provisioning);
    return view(request, cluster);
  });
  app.post('/clusters/:id', async (request, reply) => {
    const cluster = get(request);
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    if (action === 'importYaml') {
      const { status, body } = importYaml(context, cluster, request.body, clusterUserOf(request, context, cluster.id));
      return reply.code(status).send(body);
    }
    if (action !== 'generateKubeconfig') throw new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
    const provisioning = store.provisioning.get(cluster.provisioningKey);
    return generateKubeconfig(controllers.apiTokens, cluster, {
      ...{ provisioning, baseUrl: baseUrlOf(request), userId: callerOf(request).userId },
    });
  });
}
