import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UnreadableBody } from '../_core/rancher-bodies.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, notSupported, RancherError, sendNormanError } from '../_core/rancher-errors.ts';
import type { ManagementCluster } from '../_core/rancher-objects.ts';
import { LOCAL } from '../contents/cluster-insides.ts';
import { importYaml } from '../contents/import-yaml.ts';
import { clusterUserOf } from '../contents/inside-access.ts';
import { callerOf } from '../identity/caller.ts';
import { generateKubeconfig } from '../identity/generate-kubeconfig.ts';
import { actionLinks, normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { localView, refuseAtLocal } from './management/local-cluster.ts';
import { importView, managementView } from './management/management-view.ts';
import type { RancherControllers } from './rancher-controllers.ts';

const hasAction = ({ query }: FastifyRequest): boolean => z.object({ action: z.string() }).safeParse(query).success;
const isLocal = ({ params }: FastifyRequest): boolean => z.object({ id: z.string() }).parse(params).id === LOCAL;

const written = z.looseObject({
  name: z.string().nullish(),
  description: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
});
type Written = z.infer<typeof written>;
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';

/** `/v3/clusters`, and the routes below one cluster. */
export function normanClusters(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store } = context;
  const get = (request: FastifyRequest): ManagementCluster => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    refuseAtLocal(id, `${request.method} of`);
    const found = store.clusters.get(id);
    if (!found) throw notFound(`clusters.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest, cluster: ManagementCluster) => {
    controllers.status.sync(cluster.id);
    return managementView(store, cluster, baseUrlOf(request));
  };

  app.get('/clusters', async (request) => ({
    ...normanCollection(request, { resourceType: 'cluster' }, [
      ...[...store.clusters.values()].map((cluster) => view(request, cluster)),
      localView(request),
    ]),
    actions: actionLinks(baseUrlOf(request), 'clusters', ['createFromTemplate']),
  }));
  app.post('/clusters', async (request, reply) => {
    const { name, description, labels } = named(request.body);
    if (name === LOCAL || [...store.clusters.values()].some((cluster) => cluster.name === name))
      throw new RancherError(422, 'NotUnique', '', 'Cluster name');
    const cluster = controllers.imported({ name, description: description ?? '', creatorId: callerOf(request).userId });
    Object.assign(cluster.labels, labels);
    return reply.code(201).send(importView(cluster, baseUrlOf(request)));
  });
  app.get('/clusters/:id', async (request) => (isLocal(request) ? localView(request) : view(request, get(request))));
  app.put('/clusters/:id', async (request) => {
    const cluster = get(request);
    controllers.renamed(cluster, named(request.body));
    return view(request, cluster);
  });
  app.delete('/clusters/:id', async (request) => {
    const cluster = get(request);
    controllers.managementRemoved(cluster);
    return view(request, cluster);
  });
  app.post('/clusters/:id', { errorHandler: sendActionError }, async (request, reply) => {
    if (isLocal(request) && !hasAction(request)) throw notSupported('POST');
    const cluster = get(request);
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    if (action === 'importYaml') {
      const { status, body } = importYaml(context, cluster, request.body, clusterUserOf(request, context, cluster.id));
      return reply.code(status).send(body);
    }
    if (action !== 'generateKubeconfig') throw new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
    const provisioning = store.provisioning.get(cluster.provisioningKey);
    return generateKubeconfig(controllers.apiTokens, cluster, {
      ...{ provisioning, serverUrl: context.serverUrl, userId: callerOf(request).userId },
    });
  });
}

/** Every write needs a name, even if only labels change. */
function named(body: unknown): Written & { name: string } {
  const given = written.parse(body ?? {});
  const { name } = given;
  if (!name) throw new RancherError(422, 'MissingRequired', '', 'Cluster name');
  if (new RegExp(`^${LABEL}$`).test(name) && name.length <= 63) return { ...given, name };
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
    `alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`;
  throw new RancherError(422, 'InvalidFormat', `InvalidFormat 422: invalid value ${name}: ${rule}`, 'name');
}

/** `importYaml` reads the body itself, so it answers an unreadable body with an error of its own. */
function sendActionError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { action } = z.object({ action: z.string().optional() }).parse(request.query);
  if (!(error instanceof UnreadableBody) || action !== 'importYaml') return sendNormanError(error, reply);
  const message = `unmarshaling input error: ${error.message}`;
  return sendNormanError(new RancherError(500, 'ServerError', message), reply);
}
