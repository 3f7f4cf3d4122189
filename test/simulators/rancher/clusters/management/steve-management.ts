import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { notFound } from '#test/simulators/rancher/_core/rancher-errors';
import type { ManagementCluster, RegistrationToken } from '#test/simulators/rancher/_core/rancher-objects';
import { tokenStatus } from '#test/simulators/rancher/identity/token-view';
import { baseUrlOf, steveCollection } from '#test/simulators/rancher/steve/steve-collection';
import { managedFields } from '../provisioning-view.ts';
import type { RancherControllers } from '../rancher-controllers.ts';
import { managementSteveView } from './management-steve-view.ts';

const TOKEN = 'management.cattle.io.clusterregistrationtoken';

/** `management.cattle.io` in steve: v3 clusters and registration tokens, both read-only. */
export function steveManagement(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store } = context;
  const clusterView = (request: FastifyRequest) => (cluster: ManagementCluster) => {
    controllers.status.sync(cluster.id);
    return managementSteveView(store, cluster, baseUrlOf(request));
  };
  app.get('/management.cattle.io.clusters', async (request) => {
    const resourceType = 'management.cattle.io.cluster';
    const cached = { objects: store.clusters, view: clusterView(request), canCreate: false };
    return steveCollection(request, context, { resourceType, ...cached });
  });
  app.get('/management.cattle.io.clusters/:name', async (request) => {
    const { name } = z.object({ name: z.string() }).parse(request.params);
    const found = store.clusters.get(name);
    if (!found) throw notFound(`clusters.management.cattle.io "${name}" not found`);
    return clusterView(request)(found);
  });

  const provisioningOf = ({ clusterId }: RegistrationToken) =>
    store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '');
  const view = (request: FastifyRequest) => (token: RegistrationToken) =>
    steveToken(token, { baseUrl: baseUrlOf(request), provisioning: provisioningOf(token) });
  const list = async (request: FastifyRequest) => {
    controllers.tokens.list();
    return steveCollection(request, context, {
      ...{ resourceType: TOKEN, objects: store.tokens, view: view(request), canCreate: false },
    });
  };
  app.get(`/${TOKEN}s`, list);
  app.get(`/${TOKEN}s/:namespace`, list);
  app.get(`/${TOKEN}s/:namespace/:name`, async (request) => {
    const { namespace, name } = z.object({ namespace: z.string(), name: z.string() }).parse(request.params);
    const found = store.tokens.get(`${namespace}:${name}`);
    if (!found) throw notFound(`clusterregistrationtokens.management.cattle.io "${name}" not found`);
    return view(request)(controllers.tokens.rotate(found));
  });
}

function steveToken(token: RegistrationToken, place: Parameters<typeof tokenStatus>[1]) {
  const { name, clusterId, labels, creatorId, uid, resourceVersion } = token;
  const id = `${clusterId}/${name}`;
  const self = `${place.baseUrl}/v1/${TOKEN}s/${id}`;
  const creationTimestamp = token.createdAt.replace(/\.\d+/, '');
  const secret = { toId: `${clusterId}/crt-token-${name}`, toType: 'secret', rel: 'owner' };
  const isOwn = creatorId === '';
  return {
    ...{
      id,
      type: TOKEN,
      links: { patch: 'blocked', remove: 'blocked', self, update: 'blocked', view: self },
      _id: id,
    },
    ...{ apiVersion: 'management.cattle.io/v3', kind: 'ClusterRegistrationToken' },
    metadata: {
      ...(!isOwn && { annotations: { 'field.cattle.io/creatorId': creatorId }, generateName: 'crt-', labels }),
      ...{ creationTimestamp, fields: [name, creationTimestamp] },
      ...{ finalizers: ['wrangler.cattle.io/cluster-registration-token-cleanup'], generation: 2 },
      managedFields: managedFields('management.cattle.io/v3', creationTimestamp),
      ...{ name, namespace: clusterId },
      relationships: [{ ...secret, state: 'active', message: 'Resource is always ready' }],
      resourceVersion: String(resourceVersion),
      state: { error: false, message: 'Resource is current', name: 'active', transitioning: false },
      uid,
    },
    spec: { clusterName: clusterId },
    status: token.token === '' ? {} : tokenStatus(token, place, ''),
  };
}
