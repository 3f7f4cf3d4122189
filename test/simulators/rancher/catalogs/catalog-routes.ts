import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkAccess } from '../../kubernetes/authorize.ts';
import type { KubernetesContext } from '../../kubernetes/kubernetes-context.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import type { ContentObject } from '../_core/rancher-objects.ts';
import { type Asker, chartActions } from './chart-actions.ts';
import { indexView, infoView } from './chart-index.ts';
import { CLUSTER_REPO, chartsOf } from './chart-repositories.ts';
import { simChart } from './sim-charts.ts';

type ContextOf = (request: FastifyRequest) => KubernetesContext;
const APP = 'catalog.cattle.io.app';
const GROUP = 'catalog.cattle.io';
const params = z.object({ id: z.string(), namespace: z.string().default(''), name: z.string() });
const query = z.object({
  ...{ link: z.string().optional(), action: z.string().optional(), skipFilter: z.string().default('') },
  ...{ k8sVersion: z.string().optional(), chartName: z.string().default(''), version: z.string().default('') },
});

/** Steve's links and actions for the chart repositories and the apps of each cluster. */
export function catalogRoutes(app: FastifyInstance, rancher: RancherContext, contextOf: ContextOf): void {
  const { contents, charts: world } = rancher;
  const actions = chartActions(rancher);

  function askerOf(request: FastifyRequest): Asker {
    const context = contextOf(request);
    const user = context.userOf(request);
    if (!user) throw new RancherError(401, 'Unauthorized', 'Unauthorized');
    return { user, admit: context.admit };
  }

  function found(request: FastifyRequest, type: string, resource: string, verb: string): ContentObject {
    const { id, namespace, name } = params.parse(request.params);
    checkAccess(askerOf(request).user, { verb, resource, group: GROUP, name, namespace: namespace || undefined });
    const object = contents.find(id, type, namespace === '' ? name : `${namespace}/${name}`);
    if (!object) throw notFound(`${resource}.${GROUP} "${name}" not found`);
    return object;
  }

  app.addHook('preHandler', async (request, reply) => {
    const { link } = query.parse(request.query);
    if (request.method !== 'GET' || link === undefined) return;
    if (z.object({ collection: z.string() }).safeParse(request.params).data?.collection !== `${CLUSTER_REPO}s`) return;
    const { id, first } = z.object({ id: z.string(), first: z.string() }).parse(request.params);
    request.params = { id, name: first };
    await sendLink(request, reply, found(request, CLUSTER_REPO, 'clusterrepos', 'get'));
  });

  async function sendLink(request: FastifyRequest, reply: FastifyReply, repository: ContentObject): Promise<void> {
    const { link, skipFilter, k8sVersion, chartName, version } = query.parse(request.query);
    const charts = chartsOf(world, repository);
    if (link === 'index') {
      const target = skipFilter.toLowerCase() === 'true' ? undefined : (k8sVersion ?? contextOf(request).gitVersion());
      return void (await reply.send(indexView(charts, target)));
    }
    const chart = charts.find((it) => it.name === chartName && (version === '' || it.version === version));
    if (link !== 'info' || !chart) throw notFound(`no chart version found for ${chartName}-${version}`);
    await reply.send(infoView(chart));
  }

  app.post(`/${CLUSTER_REPO}s/:name`, async (request, reply) => {
    const repository = found(request, CLUSTER_REPO, 'clusterrepos', 'get');
    const { action } = query.parse(request.query);
    if (action !== 'install' && action !== 'upgrade') throw invalidAction(action);
    return reply.code(201).send(actions.apply(repository, request.body, action, askerOf(request)));
  });
  app.post(`/${APP}s/:namespace/:name`, async (request, reply) => {
    const release = found(request, APP, 'apps', 'get');
    const { action } = query.parse(request.query);
    if (action !== 'uninstall') throw invalidAction(action);
    return reply.code(201).send(actions.uninstall(release, askerOf(request)));
  });
}

const invalidAction = (action = ''): RancherError =>
  new RancherError(405, 'InvalidAction', `Invalid action: ${action}`);

const published = z.strictObject({ url: z.string(), charts: z.array(simChart) });

/** `POST /_sim/charts`: sets the charts that Rancher finds at a repository's address, until a reset. */
export function publishedCharts(app: FastifyInstance, { charts }: RancherContext): void {
  app.post('/_sim/charts', async (request, reply) => {
    const given = published.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    charts.publish(given.data.url, given.data.charts);
    return reply.code(201).send({ url: given.data.url, charts: given.data.charts.length });
  });
}
