import { readAddresses } from '#shared/app/cluster-api/magnum/magnum-addresses';
import {
  deleteMagnumCluster,
  findMagnumCluster,
  listMagnumClusters,
  type MagnumCluster,
} from '#shared/app/cluster-api/magnum/magnum-clusters';
import { magnumOffering } from '#shared/app/cluster-api/magnum/magnum-offering';
import { magnumOrderer } from '#shared/app/cluster-api/magnum/magnum-orderer';
import { createOrderOnce } from '#shared/app/marketplace/orders/create-order-once';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { viewClusterInList, viewMagnumCluster } from '#shared/contracts/magnum/cluster-view';
import { newMagnumCluster, orderAttributesOf } from '#shared/contracts/magnum/new-cluster';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { parseNewOrder } from '#shared/contracts/rest/marketplace/orders/new-order';
import { type Uuid, withHyphens } from '#shared/domain/_core/identifier';
import type { RequestedClusterApi } from '#shared/domain/planning/cluster-api/cluster-request';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import { readBody } from '../_http/negotiate.ts';
import { noContent } from '../_http/replies.ts';
import { findTemplate } from './cluster-template-routes.ts';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';
import { magnumPage } from './magnum-lists.ts';

export type ClusterRoutesDeps = OrderDeps & { clusterApi: Pick<ClusterApiSessions, 'open'> };

type Row = MagnumCluster & { uuid: Uuid; created: string };
const SORT_KEYS = {
  name: ({ cluster }: Row) => cluster.name,
  status: ({ cluster }: Row) => cluster.state,
  created_at: ({ created }: Row) => created,
  updated_at: ({ cluster }: Row) => cluster.modified,
};

const NO_ADDRESSES = { api: null, masters: [], nodes: [] };
const contextOf = ({ root, minor, tenant }: MagnumCall) => ({ root, minor, projectId: tenant.backendId });

const listed =
  (deps: OrderDeps, path: string, view: (call: MagnumCall, row: Row) => object) => async (call: MagnumCall) => {
    const found = await listMagnumClusters(deps, call);
    const all = found.map((one): Row => ({ ...one, uuid: one.cluster.uuid, created: one.cluster.created }));
    const { rows, next } = magnumPage(call, path, all, SORT_KEYS);
    return { status: 200, body: { clusters: rows.map((row) => view(call, row)), ...next } };
  };

type Switches = Partial<RequestedClusterApi['overrides']>;
const switchesOf = ({ floating_ip_enabled: ip, master_lb_enabled: lb }: Record<string, unknown>): Switches => ({
  ...(typeof ip === 'boolean' && { floatingIpEnabled: ip }),
  ...(typeof lb === 'boolean' && { masterLbEnabled: lb }),
});

/**
 * Orders a cluster. If the offering's option `magnum_api` is `members`, a member's order starts without an approval,
 * like a manager's order.
 */
async function create(deps: OrderDeps, call: MagnumCall) {
  const { request, project, tenant } = call;
  const wanted = parseBody(newMagnumCluster, readBody(request));
  const template = await findTemplate(deps, call, wanted.cluster_template_id);
  const offering = await magnumOffering(deps, call);
  const orderer = magnumOrderer(deps, call, offering);
  const places = { templateUuid: template.uuid, tenantUuid: tenant.uuid };
  const body = { offering: offering.uuid, project: project.uuid, attributes: orderAttributesOf(wanted, places) };
  const parsed = parseNewOrder(body, deps.site);
  const parseAttributes: typeof parsed.parseAttributes = (...given) => {
    const { requestedClusterApi: asked, ...attributes } = parsed.parseAttributes(...given);
    const overrides = { ...asked?.overrides, ...switchesOf(wanted) };
    return { ...attributes, ...(asked && { requestedClusterApi: { ...asked, overrides } }) };
  };
  const { correlationId } = request;
  const read = async () => ({ ...parsed, parseAttributes, correlationId });
  const { order } = await createOrderOnce(deps, orderer, read, undefined);
  return { status: 202, body: { uuid: withHyphens(order.clusterUuid ?? '') } };
}

export const clusterRoutes = (deps: ClusterRoutesDeps): MagnumRoutes => ({
  'GET clusters': { run: listed(deps, 'clusters', (call, row) => viewClusterInList(row, contextOf(call))) },
  'GET clusters/detail': {
    run: listed(deps, 'clusters/detail', (call, row) => viewMagnumCluster(row, contextOf(call), NO_ADDRESSES)),
  },
  'GET clusters/{ident}': {
    run: async (call) => {
      const found = await findMagnumCluster(deps, call, call.params.ident ?? '');
      const addresses = await readAddresses(deps, found.cluster);
      return { status: 200, body: viewMagnumCluster(found, contextOf(call), addresses) };
    },
  },
  'POST clusters': { run: (call) => create(deps, call) },
  'DELETE clusters/{ident}': {
    run: async (call) => {
      const { correlationId } = call.request;
      await deleteMagnumCluster(deps, call, { named: call.params.ident ?? '', correlationId });
      return noContent;
    },
  },
});
