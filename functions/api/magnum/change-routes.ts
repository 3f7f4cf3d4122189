import type { AcceptedClusterApiChange, ClusterApiChangeDeps } from '#shared/app/cluster-api/change-cluster-api';
import { findMagnumCluster } from '#shared/app/cluster-api/magnum/magnum-clusters';
import { magnumOrderer } from '#shared/app/cluster-api/magnum/magnum-orderer';
import { resizeCluster } from '#shared/app/cluster-api/resize-cluster';
import { rotateClusterApi } from '#shared/app/cluster-api/rotate-cluster-api';
import { upgradeClusterApi } from '#shared/app/cluster-api/upgrade-cluster-api';
import { parseClusterPatch, parseMagnumUpgrade } from '#shared/contracts/magnum/change-bodies';
import { parseResize } from '#shared/contracts/rest/cluster-api/cluster-api-changes';
import { withHyphens } from '#shared/domain/_core/identifier';
import { CONTROL_PLANE } from '#shared/domain/cluster-api/change/cluster-form';
import { groupUuid } from '#shared/domain/cluster-api/status/shown-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { readBody } from '../_http/negotiate.ts';
import { findTemplate, type TemplateRoutesDeps } from './cluster-template-routes.ts';
import type { MagnumCall, MagnumRoute, MagnumRoutes } from './magnum-call.ts';

export type ChangeRoutesDeps = ClusterApiChangeDeps & TemplateRoutesDeps;
type Asked = { clusterText: string; correlationId: string; cluster: Cluster };

/** The minor numbers of Magnum's first microversions with `resize` (1.7), `upgrade` (1.8) and `credentials` (1.12). */
const RESIZE = 7;
const UPGRADE = 8;
const CREDENTIALS = 12;
const NO_QUERY = new URLSearchParams();

/**
 * Makes the route of a change to the cluster in the path. As in Magnum, the answer is the cluster's uuid, and the
 * change is carried out after the answer.
 */
const changeOf =
  (deps: ChangeRoutesDeps, change: (call: MagnumCall, asked: Asked) => Promise<AcceptedClusterApiChange>) =>
  async (call: MagnumCall) => {
    const { cluster } = await findMagnumCluster(deps, call, call.params.ident ?? '');
    const caller = magnumOrderer(deps, call, await deps.store.offerings.find(cluster.offeringUuid));
    await change(
      { ...call, caller },
      { clusterText: cluster.uuid, correlationId: call.request.correlationId, cluster },
    );
    return { status: 202, body: { uuid: withHyphens(cluster.uuid) } };
  };

const bodyOf = ({ request }: MagnumCall): unknown => readBody(request);
const asObject = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {});

/** Leaves out the fields of the body that are null. Replaces the uuid of a node group by the group's name. */
function resizeFields(body: unknown, cluster: Cluster): object {
  const given = Object.entries(asObject(body)).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'nodegroup' ? named(value, cluster) : value]));
}
const named = (value: unknown, { uuid, clusterApi }: Cluster): unknown =>
  [CONTROL_PLANE, ...(clusterApi?.nodeGroups.map(({ name }) => name) ?? [])].find(
    (name) => typeof value === 'string' && groupUuid(uuid, name) === value.replaceAll('-', ''),
  ) ?? value;

const resize = (deps: ChangeRoutesDeps, read: (call: MagnumCall, cluster: Cluster) => object): MagnumRoute['run'] =>
  changeOf(deps, (call, { cluster, ...asked }) =>
    resizeCluster(deps, call.caller, {
      ...asked,
      readRequest: () => parseResize(read(call, cluster), NO_QUERY),
    }),
  );

export const changeRoutes = (deps: ChangeRoutesDeps): MagnumRoutes => ({
  'PATCH clusters/{ident}': { run: resize(deps, (call) => parseClusterPatch(bodyOf(call))) },
  'POST clusters/{ident}/actions/resize': {
    since: RESIZE,
    run: resize(deps, (call, cluster) => resizeFields(bodyOf(call), cluster)),
  },
  'POST clusters/{ident}/actions/upgrade': {
    since: UPGRADE,
    run: changeOf(deps, async (call, { cluster: _, ...asked }) => {
      const { template, maxBatchSize } = parseMagnumUpgrade(bodyOf(call));
      const { uuid: templateUuid } = await findTemplate(deps, call, template);
      const rootFields = ['cluster_template'];
      const readRequest = () => ({ templateUuid, maxBatchSize, rootFields, isDryRun: false });
      return upgradeClusterApi(deps, call.caller, { ...asked, readRequest });
    }),
  },
  'PATCH credentials/{ident}': {
    since: CREDENTIALS,
    run: changeOf(deps, (call, { cluster: _, ...asked }) =>
      rotateClusterApi(deps, call.caller, {
        ...asked,
        readRequest: () => ({ what: 'credential', isDryRun: false }),
      }),
    ),
  },
});
