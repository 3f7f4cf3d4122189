import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { managedFields } from './provisioning-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound } from './rancher-errors.ts';
import type { ClusterNamespace } from './rancher-objects.ts';
import { baseUrlOf } from './steve-collection.ts';

/** `/v1/namespaces/<c-m-…>`: of each cluster one, in Rancher's own cluster; it outlives the v3 cluster. */
export function steveClusterNamespaces(app: FastifyInstance, { store }: RancherContext): void {
  app.get('/namespaces/:name', async (request: FastifyRequest) => {
    const { name } = z.object({ name: z.string() }).parse(request.params);
    const found = store.clusterNamespaces.get(name);
    if (!found) throw notFound(`namespaces "${name}" not found`);
    return namespaceView(found, baseUrlOf(request));
  });
}

/** As steve shows it. */
function namespaceView(namespace: ClusterNamespace, baseUrl: string) {
  const { name, uid, createdAt, resourceVersion, isTerminating } = namespace;
  const creationTimestamp = createdAt.replace(/\.\d+/, '');
  const self = `${baseUrl}/v1/namespaces/${name}`;
  const phase = isTerminating ? 'Terminating' : 'Active';
  return {
    ...{ id: name, type: 'namespace', links: { patch: self, remove: self, self, update: self } },
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: {
      ...{ creationTimestamp, fields: [name, phase, creationTimestamp] },
      labels: { 'kubernetes.io/metadata.name': name },
      managedFields: managedFields('v1', creationTimestamp),
      ...{ name, relationships: null, resourceVersion: String(resourceVersion) },
      state: { error: false, message: '', name: phase.toLowerCase(), transitioning: false },
      uid,
    },
    ...{ spec: { finalizers: ['kubernetes'] }, status: { phase } },
  };
}
