import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from './caller.ts';
import { PROJECT, QUOTA } from './content-types.ts';
import { generateKubeconfig } from './generate-kubeconfig.ts';
import { importYaml } from './import-yaml.ts';
import { managementView } from './management-view.ts';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { ContentObject, ManagementCluster } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

const renaming = z.object({ name: z.string().min(1).optional(), description: z.string().optional() });

/** `/v3/clusters` and what hangs below one cluster. */
export function normanClusters(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store, contents } = context;
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
      const { status, body } = importYaml(contents, cluster, request.body);
      return reply.code(status).send(body);
    }
    if (action !== 'generateKubeconfig') throw new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
    const provisioning = store.provisioning.get(cluster.provisioningKey);
    return generateKubeconfig(controllers.apiTokens, cluster, {
      ...{ provisioning, baseUrl: baseUrlOf(request), userId: callerOf(request).userId },
    });
  });
  clusterContents(app, context, get);
}

function clusterContents(
  app: FastifyInstance,
  { contents }: RancherContext,
  get: (request: FastifyRequest) => ManagementCluster,
): void {
  const namespaces = async (request: FastifyRequest) => {
    const { id } = get(request);
    const views = contents.listOf(id, 'namespace').map((namespace) => namespaceView(namespace, baseUrlOf(request)));
    return normanCollection(request, { resourceType: 'namespace', filters: [] }, views);
  };
  app.get('/clusters/:id/namespaces', namespaces);
  app.get('/cluster/:id/namespaces', namespaces);
}

const quotaIn = z.object({ limit: z.record(z.string(), z.string()) });

/** Rancher reads project and quota of a namespace from its annotations. */
function namespaceView({ clusterId, name, labels, annotations, createdAt }: ContentObject, baseUrl: string) {
  const { [PROJECT]: projectId = '', [QUOTA]: quota } = annotations;
  return normanObject(baseUrl, {
    ...{ type: 'namespace', collection: `cluster/${clusterId}/namespaces`, id: name, name, created: createdAt },
    ...{ labels, annotations, projectId },
    ...(quota !== undefined && { resourceQuota: quotaIn.parse(JSON.parse(quota)) }),
  });
}
