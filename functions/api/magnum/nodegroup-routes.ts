import type { ClusterApiChangeDeps } from '#shared/app/cluster-api/change-cluster-api';
import { createNodeGroup, deleteNodeGroup, updateNodeGroup } from '#shared/app/cluster-api/change-node-groups';
import { listNodeGroups } from '#shared/app/cluster-api/list-node-groups';
import { findMagnumCluster, type MagnumCluster } from '#shared/app/cluster-api/magnum/magnum-clusters';
import { magnumOrderer } from '#shared/app/cluster-api/magnum/magnum-orderer';
import { groupFieldsOfPatch, newGroupFields } from '#shared/contracts/magnum/change-bodies';
import { type GroupContext, viewNodeGroup, viewNodeGroupInList } from '#shared/contracts/magnum/nodegroup-view';
import { parseGroupChange, parseNewGroup } from '#shared/contracts/rest/cluster-api/node-group-bodies';
import { parseUuid } from '#shared/domain/_core/identifier';
import { groupStatus, leavingGroups } from '#shared/domain/cluster-api/group-status';
import { magnumReason, magnumStatus } from '#shared/domain/cluster-api/magnum-status';
import { type ShownGroup, workerGroup } from '#shared/domain/cluster-api/status/shown-group';
import { Conflict, NotFound } from '#shared/errors';
import { readBody } from '../_http/negotiate.ts';
import { noContent } from '../_http/replies.ts';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';
import { magnumPage } from './magnum-lists.ts';

/** The minor number of Magnum's first microversion that has node groups: 1.9. */
const NODE_GROUPS = 9;
const NO_QUERY = new URLSearchParams();

const findCluster = (deps: ClusterApiChangeDeps, call: MagnumCall): Promise<MagnumCluster> =>
  findMagnumCluster(deps, call, call.params.ident ?? '');

function contextOf({ cluster, order }: MagnumCluster, { root, minor, tenant }: MagnumCall): GroupContext {
  const { clusterApi: spec, created, modified } = cluster;
  if (!spec) throw new Conflict(`Cluster ${cluster.name} has no node groups yet. Try again later.`);
  const statusOf = (name: string) => groupStatus(cluster, magnumStatus(cluster, order), name);
  const statusReason = magnumReason(cluster, order);
  return { root, minor, projectId: tenant.backendId, statusOf, statusReason, spec, created, modified };
}

/**
 * Lists the groups in the same order as the cluster's record, the control plane first. Groups that are being deleted
 * come last.
 */
async function groupsOf(
  deps: ClusterApiChangeDeps,
  call: MagnumCall,
  { cluster }: MagnumCluster,
): Promise<ShownGroup[]> {
  const groups = await listNodeGroups(deps, call.caller, cluster.uuid);
  return [...groups, ...leavingGroups(cluster).map((spec) => workerGroup(cluster.uuid, spec, undefined))];
}

async function findGroup(deps: ClusterApiChangeDeps, call: MagnumCall, found: MagnumCluster): Promise<ShownGroup> {
  const { nodegroup = '' } = call.params;
  const groups = await groupsOf(deps, call, found);
  const group = groups.find(({ uuid, name }) => uuid === parseUuid(nodegroup) || name === nodegroup);
  if (group) return group;
  throw new NotFound(`Nodegroup ${nodegroup} could not be found.`);
}

async function list(deps: ClusterApiChangeDeps, call: MagnumCall) {
  const found = await findCluster(deps, call);
  const context = contextOf(found, call);
  const role = call.request.query.get('role');
  const groups = (await groupsOf(deps, call, found)).filter((group) => role === null || group.role === role);
  const rows = groups.map((group, at) => ({ ...group, created: `${found.cluster.created}/${at}` }));
  const path = `clusters/${call.params.ident}/nodegroups`;
  const page = magnumPage(call, path, rows, { name: ({ name }) => name });
  return { status: 200, body: { nodegroups: page.rows.map((row) => viewNodeGroupInList(row, context)), ...page.next } };
}

const askedOf = ({ request: { correlationId } }: MagnumCall, { cluster }: MagnumCluster) => ({
  clusterText: cluster.uuid,
  correlationId,
});

/** The caller as whom the cluster is changed. */
const changerOf = async (deps: ClusterApiChangeDeps, call: MagnumCall, { cluster }: MagnumCluster) =>
  magnumOrderer(deps, call, await deps.store.offerings.find(cluster.offeringUuid));

/** Returns the node group in its state after a change. */
async function shown(deps: ClusterApiChangeDeps, call: MagnumCall, named: string) {
  const found = await findCluster(deps, call);
  const group = await findGroup(deps, { ...call, params: { ...call.params, nodegroup: named } }, found);
  return viewNodeGroup(group, contextOf(found, call));
}

async function create(deps: ClusterApiChangeDeps, call: MagnumCall) {
  const found = await findCluster(deps, call);
  const wanted = parseNewGroup(newGroupFields(readBody(call.request)), NO_QUERY);
  const changer = await changerOf(deps, call, found);
  await createNodeGroup(deps, changer, { ...askedOf(call, found), readRequest: () => wanted });
  return { status: 202, body: await shown(deps, call, wanted.group.name) };
}

async function update(deps: ClusterApiChangeDeps, call: MagnumCall) {
  const found = await findCluster(deps, call);
  const { name: groupText } = await findGroup(deps, call, found);
  const readRequest = () => parseGroupChange(groupFieldsOfPatch(readBody(call.request)), NO_QUERY);
  await updateNodeGroup(deps, await changerOf(deps, call, found), { ...askedOf(call, found), groupText, readRequest });
  return { status: 202, body: await shown(deps, call, groupText) };
}

async function remove(deps: ClusterApiChangeDeps, call: MagnumCall) {
  const found = await findCluster(deps, call);
  const { name: groupText } = await findGroup(deps, call, found);
  const readRequest = () => ({ isDryRun: false });
  await deleteNodeGroup(deps, call.caller, { ...askedOf(call, found), groupText, readRequest });
  return noContent;
}

export const nodegroupRoutes = (deps: ClusterApiChangeDeps): MagnumRoutes => ({
  'GET clusters/{ident}/nodegroups': { since: NODE_GROUPS, run: (call) => list(deps, call) },
  'POST clusters/{ident}/nodegroups': { since: NODE_GROUPS, run: (call) => create(deps, call) },
  'GET clusters/{ident}/nodegroups/{nodegroup}': {
    since: NODE_GROUPS,
    run: async (call) => ({ status: 200, body: await shown(deps, call, call.params.nodegroup ?? '') }),
  },
  'PATCH clusters/{ident}/nodegroups/{nodegroup}': { since: NODE_GROUPS, run: (call) => update(deps, call) },
  'DELETE clusters/{ident}/nodegroups/{nodegroup}': { since: NODE_GROUPS, run: (call) => remove(deps, call) },
});
