import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { managedOrder } from '#infra/local/managed-market';
import { until } from '#infra/local/until';
import { askForNode, deleteNode, type ShownNode, shownNode } from '#test/e2e/_worlds/added-node';
import { personAt } from '#test/e2e/_worlds/customer';
import { type BackendState, readSim, stateOf } from '../backend-state.ts';
import { PATIENCE_MS } from '../cloud-options.ts';
import type { Testbed } from '../testbed.ts';

export type Role = 'agent' | 'server';
type Answer = { status: number; body: unknown };

/** A cluster that exists before and after changes of its nodes. */
export type Standing = {
  testbed: Testbed;
  uuid: string;
  accepted: number;
  /** Requests one more node. The owner requests it if the cluster is managed, and staff otherwise. */
  ask(role: Role): Promise<Answer>;
  before: BackendState;
};

/**
 * The number of servers in the order. One server is then deleted, which leaves two members of etcd. A server that a
 * test adds becomes the third member.
 */
const SERVERS = 3;
const AGENTS = 1;

const orderOf = ({ owner, market, endpoints, clusterName }: Testbed) =>
  market
    ? managedOrder(market, endpoints.sample.project, clusterName, AGENTS)
    : owner.clusterOrder(clusterName, SERVERS, AGENTS);

export async function standingCluster(testbed: Testbed): Promise<Standing> {
  const { owner } = testbed;
  const order = await owner.place(orderOf(testbed));
  const { state, error_message } = await owner.ended(order.uuid);
  if (state !== 'done') throw new Error(`without any fault the order ended ${state}: ${error_message}`);
  const uuid = order.resource_uuid ?? '';
  const servers = (await owner.cluster(uuid)).nodes.filter(({ role }) => role === 'server');
  const last = servers.toSorted((a, b) => a.name.localeCompare(b.name)).at(-1);
  const gone = await deleteNode(owner, last?.uuid ?? '');
  if (gone !== 'gone') throw new Error(`without any fault a node stayed: ${gone.last_error?.message}`);
  const isManaged = testbed.market !== undefined;
  return {
    ...{ testbed, uuid, accepted: isManaged ? 202 : 201 },
    ask: (role) =>
      isManaged ? askForNode(owner, order.marketplace_resource_uuid, role) : askStaff(testbed, uuid, role),
    before: await stateOf(testbed),
  };
}

/**
 * Requests a node as staff, with all optional parts. Each part creates objects that a faulty deletion could leave
 * behind.
 */
function askStaff({ owner, endpoints }: Testbed, cluster: string, role: Role): Promise<Answer> {
  const [node] = owner.clusterOrder('', role === 'server' ? 1 : 0, role === 'agent' ? 1 : 0).attributes.nodes;
  const data_volumes = [{ size: 10_240, mount_point: '/data' }];
  return personAt(endpoints, 'staff').call('POST', 'rancher-nodes/', { ...node, cluster, data_volumes });
}

export const readNode = (answer: Answer): ShownNode => shownNode.parse(answer.body);

/**
 * The interval of polls in milliseconds. The interval is long, because each poll is an API call that delays other
 * calls.
 */
export const LOOK_MS = 400;
/** The page size for reads of the timeline. One operation writes fewer lines. */
const TAIL = 100;

/**
 * Reads the newest lines of the timeline in chronological order. The timeline grows with every node, so the reader
 * remembers its last page.
 */
function timelineReader({ testbed: { owner }, uuid }: Standing) {
  const page = (of: number) => owner.call('GET', `rancher-clusters/${uuid}/events/?page_size=${TAIL}&page=${of}`);
  let last = 1;
  return async () => {
    const known = await page(last);
    const now = Math.max(1, Math.ceil(Number(known.headers.get('x-result-count')) / TAIL));
    const pages = now === last ? [known] : await Promise.all([...(now > 1 ? [page(now - 1)] : []), page(now)]);
    last = now;
    return pages.flatMap(({ body }) => lines.parse(body));
  };
}

/**
 * Waits until the node is ERRED, or OK with a `node-ready` event after the latest `add-node` event. Older events can
 * belong to earlier nodes of the same name.
 */
export function nodeOf(standing: Standing, node: string): Promise<ShownNode> {
  const tooLate = `Node ${node} is neither ready nor ERRED after ${PATIENCE_MS} ms.`;
  const latestEvents = timelineReader(standing);
  return until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS }, async () => {
    const shown = readNode(await standing.testbed.owner.call('GET', `rancher-nodes/${node}/`));
    if (shown.state === 'ERRED') return shown;
    if (shown.state !== 'OK') return undefined;
    const events = (await latestEvents()).filter(({ node_name }) => node_name === shown.name);
    const lastOf = (wanted: string) => events.findLastIndex(({ step }) => step === wanted);
    return lastOf('node-ready') > lastOf('add-node') ? shown : undefined;
  });
}

const lines = z.array(z.object({ step: z.string(), node_name: z.string().nullable() }));
const rancherState = z.object({ nodes: z.array(z.object({ id: z.string() })) });
export type Seen = { uuid: string; name: string; role: string; state: string; backend_id: string };
const brief = ({ uuid, name, role, state, backend_id }: Seen): Seen => ({ uuid, name, role, state, backend_id });
const rows = z.array(
  z.object({ ...{ uuid: z.string(), name: z.string(), role: z.string(), state: z.string(), backend_id: z.string() } }),
);
const byName = (nodes: readonly Seen[]): Seen[] => nodes.map(brief).sort((a, b) => a.name.localeCompare(b.name));

/** The nodes that the record of the cluster lists. */
export const nodesOf = async ({ testbed: { owner }, uuid }: Standing): Promise<Seen[]> =>
  byName((await owner.cluster(uuid)).nodes);

/** Problems if the cluster is not OK, or if a node outside `worked` has changed. */
export async function clusterProblems(
  standing: Standing,
  before: readonly Seen[],
  worked: readonly string[] = [],
): Promise<string[]> {
  const { state, last_error, nodes } = await standing.testbed.owner.cluster(standing.uuid);
  const others = (of: readonly Seen[]) => byName(of).filter(({ uuid }) => !worked.includes(uuid));
  return [
    ...(state === 'OK' && !last_error ? [] : [`the cluster is ${state}: ${last_error?.message}`]),
    ...differing('the other nodes', others(before), others(nodes)),
  ];
}

/**
 * The problems of `clusterProblems`. Also problems if the nodes differ between Rancher, the record of the cluster, and
 * the records of the nodes.
 */
export async function recordProblems(
  standing: Standing,
  before: readonly Seen[],
  worked: readonly string[] = [],
): Promise<string[]> {
  const { owner, simulators } = standing.testbed;
  const listed = byName(rows.parse((await owner.call('GET', `rancher-nodes/?cluster_uuid=${standing.uuid}`)).body));
  const inRancher = rancherState.parse(await readSim(simulators.rancher, 'state')).nodes.map(({ id }) => id);
  const registered = listed.map(({ backend_id }) => backend_id);
  return [
    ...(await clusterProblems(standing, before, worked)),
    ...differing('the records of the nodes', await nodesOf(standing), listed),
    ...differing("Rancher's nodes", registered.sort(), inRancher.sort()),
  ];
}

const differing = (what: string, wanted: unknown, found: unknown): string[] =>
  isDeepStrictEqual(wanted, found) ? [] : [`${what} are ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
