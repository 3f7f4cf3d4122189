import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import { issueKubeconfig } from '#shared/app/cluster-access/issue-kubeconfig';
import { pullContents } from '#shared/app/cluster-contents/sync-contents';
import { createManagementGroup } from '#shared/app/clusters/create-management-group';
import { exportYaml } from '#shared/app/clusters/export-yaml';
import { importYaml } from '#shared/app/clusters/import-yaml';
import { pullCluster } from '#shared/app/clusters/pull-cluster';
import { updateCluster } from '#shared/app/clusters/update-cluster';
import { resolveOrderNames } from '#shared/app/marketplace/order-names/resolve-order-names';
import { createOrderOnce } from '#shared/app/marketplace/orders/create-order-once';
import { deleteCluster } from '#shared/app/marketplace/terminate-resource';
import { replaceNode } from '#shared/app/nodes/replace-node';
import { hibernateCluster } from '#shared/app/timetable/hibernate-cluster';
import { rotateCertificates } from '#shared/app/upgrades/rotate-certificates';
import { upgradeCluster } from '#shared/app/upgrades/upgrade-cluster';
import { kubeconfigView, parseKubeconfigTtl } from '#shared/contracts/rest/clusters/cluster-kubeconfig';
import { parseClusterChange } from '#shared/contracts/rest/clusters/cluster-operations';
import {
  exportView,
  importedView,
  parseImportQuery,
  parseYamlImport,
  viewImport,
} from '#shared/contracts/rest/clusters/cluster-yaml';
import { managementGroupView, parseManagementRules } from '#shared/contracts/rest/clusters/management-group';
import {
  clusterDetailView,
  clusterEventListing,
  clusterListing,
  clusterView,
  deletionView,
  viewCluster,
  viewClusterDetail,
} from '#shared/contracts/rest/clusters/rancher-clusters';
import { parseNewCluster } from '#shared/contracts/rest/marketplace/orders/new-order';
import { parseReplacement } from '#shared/contracts/rest/nodes/node-operations';
import { nodeView, viewNode } from '#shared/contracts/rest/nodes/rancher-nodes';
import { hibernationView, viewHibernation } from '#shared/contracts/rest/timetable/hibernation';
import {
  certificatesView,
  parseRotation,
  viewCertificates,
} from '#shared/contracts/rest/upgrades/certificate-rotation';
import { parseUpgrade, upgradePlanView, viewUpgradePlan } from '#shared/contracts/rest/upgrades/cluster-upgrade';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { managementGroupUuid } from '#shared/domain/clusters/management-security-group';
import { clusterUuidOf } from '#shared/domain/marketplace/is-of-cluster';
import type { HibernationAction } from '#shared/domain/timetable/hibernation-schedule';
import { markReplayed, readIdempotency } from '../_http/idempotency.ts';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply, selectFields } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { byHealth } from '../_http/lists/related-filters.ts';
import { MAX_YAML_BYTES, readBody } from '../_http/negotiate.ts';
import { created, ok, pulled } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';
import { clusterApiChangesRoutes, nodeGroupsRoutes } from '../cluster-api/node-groups-routes.ts';
import { resourceStateRoutes } from '../marketplace/resource-state-routes.ts';
import { poolChangesRoutes } from '../pools/pool-changes-routes.ts';
import { clusterPoolsRoutes } from '../pools/rancher-pools-routes.ts';
import { rancherOperationRoutes } from './rancher-operation-routes.ts';

type Deps = Parameters<typeof createOrderOnce>[0] &
  Parameters<typeof updateCluster>[0] &
  Pick<Parameters<typeof pullCluster>[0], 'clusterApi'> &
  Parameters<typeof importYaml>[0] &
  Parameters<typeof issueKubeconfig>[0];

const visibleCluster = ({ store }: Deps, { params, caller }: Call): Promise<Cluster> =>
  getVisible(store.clusters, 'Cluster', params.uuid ?? '', seenBy(caller));

const changeRoute =
  (deps: Deps, isPartial: boolean) =>
  async ({ request, params, caller, link }: Call) => {
    const parseChange = () => parseClusterChange(readBody(request), isPartial);
    const cluster = await updateCluster(deps, caller, { uuidText: params.uuid ?? '', parseChange });
    return ok(clusterView, viewCluster(link, cluster));
  };

const byHand = (deps: Deps): Routes => {
  const { ok: setOk, erred, unlink } = resourceStateRoutes(deps, 'cluster');
  return { 'POST /{uuid}/set_ok/': setOk, 'POST /{uuid}/set_erred/': erred, 'POST /{uuid}/unlink/': unlink };
};

export const rancherClustersRoutes = (deps: Deps): Routes => ({
  'GET /': listRoute(deps.store.clusters, clusterListing, byHealth(deps)),
  'GET /{uuid}/': async (call) => {
    const cluster = await visibleCluster(deps, call);
    const [nodes, groups] = await Promise.all([
      deps.store.nodes.listByCluster(cluster.uuid),
      cluster.managed ? deps.store.clusterSecurityGroups.listByCluster(cluster.uuid) : [],
    ]);
    const reply = ok(clusterDetailView, viewClusterDetail(call.link, cluster, { nodes, groups }));
    return { ...reply, body: selectFields(call.request.query, reply.body) };
  },
  'GET /{uuid}/events/': async (call) => {
    const { uuid } = await visibleCluster(deps, call);
    const events = await deps.store.events.listByCluster(uuid);
    const { matches = () => true } = readFilters(call, clusterEventListing.filters);
    return listReply(call, pageOf(events.filter(matches)), clusterEventListing);
  },
  'POST /': async ({ request, caller, link }) => {
    const body = readBody(request);
    const once = readIdempotency(request, body);
    const { correlationId } = request;
    const read = async () => {
      const named = await resolveOrderNames(deps, caller, body, { isFlat: true });
      return { ...parseNewCluster(named, deps.site), correlationId };
    };
    const ordered = await createOrderOnce(deps, caller, read, once);
    const { order, isReplayed } = ordered;
    // The cluster of a new order is not read again, because a failed read must not hide that the order was created.
    const cluster = ordered.cluster ?? (await deps.store.clusters.get(clusterUuidOf(order)));
    return markReplayed(created(clusterView, viewCluster(link, cluster)), isReplayed);
  },
  'PUT /{uuid}/': changeRoute(deps, false),
  'PATCH /{uuid}/': changeRoute(deps, true),
  'POST /{uuid}/pull/': async (call) => {
    await pullContents(deps, await pullCluster(deps, call.caller, call.params.uuid ?? ''));
    return pulled;
  },
  ...kubeconfigRoute(deps),
  ...yamlRoutes(deps),
  'POST /{uuid}/replace_node/': async ({ request, params, caller, link }) => {
    const readNode = () => parseReplacement(readBody(request));
    const { correlationId } = request;
    const node = await replaceNode(deps, caller, { uuidText: params.uuid ?? '', readNode, correlationId });
    return { ...ok(nodeView, viewNode(link, node)), status: 202 };
  },
  ...rolloutRoutes(deps),
  ...rancherOperationRoutes(deps),
  ...hibernationRoutes(deps),
  ...managementGroupRoute(deps),
  ...clusterPoolsRoutes(deps),
  ...poolChangesRoutes(deps),
  ...nodeGroupsRoutes(deps),
  ...clusterApiChangesRoutes(deps),
  ...byHand(deps),
  'DELETE /{uuid}/': async ({ request: { correlationId }, params, caller }) => {
    await deleteCluster(deps, caller, { uuidText: params.uuid ?? '', correlationId });
    return { ...ok(deletionView, { detail: 'Deletion was scheduled.' }), status: 202 };
  },
});

/** Routes that change a cluster node by node: upgrades of Kubernetes and rotations of certificates. */
const rolloutRoutes = (deps: Deps): Routes => {
  const shown = async ({ link }: Call, cluster: Cluster) =>
    ok(certificatesView, viewCertificates(link, cluster, await deps.store.nodes.listByCluster(cluster.uuid)));
  return {
    'POST /{uuid}/upgrade/': async ({ request, params, caller, link }) => {
      const { correlationId } = request;
      const parseRequest = () => parseUpgrade(readBody(request));
      const input = { uuidText: params.uuid ?? '', parseRequest, correlationId };
      const { plan, isAccepted } = await upgradeCluster(deps, caller, input);
      return { ...ok(upgradePlanView, viewUpgradePlan(link, plan)), ...(isAccepted && { status: 202 }) };
    },
    'GET /{uuid}/certificates/': async (call) => shown(call, await visibleCluster(deps, call)),
    'POST /{uuid}/rotate_certificates/': async (call) => {
      const { request, params, caller } = call;
      const parseRequest = () => parseRotation(readBody(request));
      const asked = { uuidText: params.uuid ?? '', parseRequest, correlationId: request.correlationId };
      return { ...(await shown(call, await rotateCertificates(deps, caller, asked))), status: 202 };
    },
  };
};

const hibernationRoutes = (deps: Parameters<typeof hibernateCluster>[0]): Routes => {
  const route =
    (action: HibernationAction) =>
    async ({ request, params, caller }: Call) => {
      const asked = { uuidText: params.uuid ?? '', action, correlationId: request.correlationId };
      const { hibernation } = await hibernateCluster(deps, caller, asked);
      return { ...ok(hibernationView, viewHibernation(hibernation)), status: 202 };
    };
  return { 'POST /{uuid}/hibernate/': route('hibernate'), 'POST /{uuid}/wake/': route('wake') };
};

const kubeconfigRoute = (deps: Parameters<typeof issueKubeconfig>[0]): Routes => ({
  'POST /{uuid}/kubeconfig/': async ({ request, params, caller }) => {
    const readTtlSeconds = () => parseKubeconfigTtl(readBody(request), deps.site);
    const wanted = { uuidText: params.uuid ?? '', readTtlSeconds };
    const { config, expiresAt } = await issueKubeconfig(deps, caller, wanted);
    return ok(kubeconfigView, { config, expires_at: expiresAt });
  },
});

const managementGroupRoute = (deps: Parameters<typeof createManagementGroup>[0]): Routes => ({
  'POST /{uuid}/create_management_security_group/': async ({ request, params, caller }) => {
    const parseRules = (port: number) => parseManagementRules(readBody(request), port);
    const group = await createManagementGroup(deps, caller, { uuidText: params.uuid ?? '', parseRules });
    return created(managementGroupView, { security_group_uuid: managementGroupUuid(group) });
  },
});

const yamlRoutes = (deps: Omit<Parameters<typeof importYaml>[0], 'log'>): Routes => ({
  'GET /{uuid}/export_yaml/': async ({ params, caller }) =>
    ok(exportView, { yaml: await exportYaml(deps, caller, params.uuid ?? '') }),
  'POST /{uuid}/import_yaml/': {
    staff: async ({ request, params, caller, log }) => {
      const parseImport = () => parseYamlImport(readBody(request, MAX_YAML_BYTES));
      const wanted = { uuidText: params.uuid ?? '', ...parseImportQuery(request.query), parseImport };
      const report = await importYaml({ ...deps, log }, caller, wanted);
      const reply = ok(importedView, viewImport(report));
      return report.isWhole ? reply : { ...reply, status: 400 };
    },
  },
});
