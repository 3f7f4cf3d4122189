import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { instanceUuid, type Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { isAnothers, linkedTo, ownerTagsOf, unlinked } from '#shared/domain/nodes/linked-node';
import type { Node } from '#shared/domain/nodes/node';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { isWatched } from '#shared/domain/reconciliation/compare-cluster';
import { Invalid, noObject } from '#shared/errors';
import type { OpenStack, Server } from '#shared/ports/openstack';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { meterCluster } from '../usage/meter-cluster.ts';

type Deps = {
  store: Pick<
    Store,
    'nodes' | 'tenants' | 'clusters' | 'resources' | 'usages' | 'offerings' | 'clusterTenants' | 'commit'
  >;
  openstack: Pick<OpenStackSessions, 'open'>;
  clock: Clock;
  site: SiteSettings;
};

/** Waldur's error texts (docs/spec/nodes.md#calls-of-nodes). */
const IS_LINKED = 'Node is already linked to OpenStack instance.';
const IS_ANOTHERS = 'OpenStack instance is already linked to another node.';
const IS_NOT_LINKED = 'Node is not linked to any OpenStack instance yet.';

/**
 * Finds a node that has no operation in progress. Checks for errors in this order: 403 (even when the node does not
 * exist), 404, 409, 405.
 */
async function restingNode({ store, site }: Deps, caller: Caller, uuidText: string): Promise<Node> {
  assertPermitted(caller, 'node.link');
  const { uuid, clusterUuid } = await getVisible(store.nodes, 'Node', uuidText, seenBy(caller));
  const node = await store.nodes.get(clusterUuid, uuid);
  assertState(node, ['OK', 'ERRED']);
  assertNotReadOnly(site);
  return node;
}

/**
 * Finds the machine in the node's own tenant. `wanted` is the machine's id in Nova, or the uuid that Paddock derives
 * from this id.
 */
async function instanceOf({ store, openstack }: Deps, node: Node, wanted: Uuid) {
  const tenant = await store.tenants.get(node.spec.tenantUuid);
  const session = await openstack.open(tenant);
  const isMeant = ({ id }: Server) => id.replaceAll('-', '') === wanted || instanceUuid(tenant.uuid, id) === wanted;
  const server = (await session.listServers()).find(isMeant);
  if (!server) throw noObject('instance');
  return { session, server };
}

/** Tags the machine. Paddock finds the machine by these tags, and deletes it together with its node. */
export async function tagNode(session: OpenStack, node: Node, { id, tags }: Server): Promise<void> {
  for (const wanted of ownerTagsOf(node)) if (!tags.includes(wanted)) await session.tagServer(id, wanted);
}

/** Writes the node. If the node's spec has changed and the cluster is charged, also writes the new usage. */
async function write(deps: Deps, node: Node, next: Node): Promise<void> {
  const { store, clock } = deps;
  const cluster = await store.clusters.get(node.clusterUuid);
  const renewed = changed(node, clock.now(), next);
  const isMetered = isWatched(cluster) && !isSameValue(next.spec, node.spec);
  const metered = isMetered
    ? await meterCluster(deps, cluster, await store.resources.get(cluster.resourceUuid), [renewed])
    : [];
  await store.commit(store.nodes.replace(renewed), ...metered);
}

/**
 * Links a node to a machine that Paddock did not create. Throws Invalid when the node already has a machine, or when
 * the machine belongs to another node or cluster.
 */
export async function linkNode(
  deps: Deps,
  caller: Caller,
  { uuidText, readInstance }: { uuidText: string; readInstance: () => Uuid },
): Promise<void> {
  const node = await restingNode(deps, caller, uuidText);
  const wanted = readInstance();
  if (node.instanceId !== '') throw new Invalid([IS_LINKED]);
  const { session, server } = await instanceOf(deps, node, wanted);
  if (isAnothers(node, server)) throw new Invalid([IS_ANOTHERS]);
  await tagNode(session, node, server);
  await write(deps, node, linkedTo(node, server));
}

/** Unlinks the machine from its node. If the node is deleted later, the machine and its volumes are kept. */
export async function unlinkNode(deps: Deps, caller: Caller, uuidText: string): Promise<void> {
  const { store, openstack } = deps;
  const node = await restingNode(deps, caller, uuidText);
  if (node.instanceId === '') throw new Invalid([IS_NOT_LINKED]);
  const session = await openstack.open(await store.tenants.get(node.spec.tenantUuid));
  for (const ours of ownerTagsOf(node)) await session.untagServer(node.instanceId, ours);
  await write(deps, node, unlinked(node));
}
