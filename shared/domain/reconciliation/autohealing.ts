import type { Uuid } from '../_core/identifier.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { isUnderOperation } from '../clusters/cluster-work.ts';
import type { DriftKind, MissingNode } from '../clusters/drift.ts';
import { type HealingTry, NOTHING_HEALED, tryOf } from '../clusters/healing-record.ts';
import { gapsToClose } from '../nodes/missing-nodes.ts';
import type { Node } from '../nodes/node.ts';
import type { NodeRole } from '../planning/order-attributes.ts';
import { isMaintenanceTime } from '../timetable/maintenance-window.ts';
import type { HealingPolicy } from './healing-policy.ts';

/** What to do about a lost node: add a node like the missing node, or replace an unhealthy node. */
export type Healing = { nodeUuid: Uuid; name: string; role: NodeRole; since: string } & (
  | { kind: 'add'; gap: MissingNode }
  | { kind: 'replace'; why: string }
);
export type HealingDecision = { heal: Healing } | { held: string } | undefined;

type Watched = Pick<
  Cluster,
  | 'state'
  | 'operationUuid'
  | 'nodeOperations'
  | 'autohealing'
  | 'healing'
  | 'drift'
  | 'missingNodes'
  | 'hibernation'
  | 'timetable'
>;
type Sick = Pick<Node, 'uuid' | 'state' | 'spec'>;

const OF_NODES: ReadonlySet<DriftKind> = new Set<DriftKind>([
  'SERVER_NOT_FOUND',
  'SERVER_IN_ERROR',
  'NODE_NOT_IN_RANCHER',
  'NODE_NOT_HEALTHY',
]);
/** Problems of the whole cluster. A new node would not solve these problems, or could not join the cluster. */
const BEYOND_HEALING: readonly DriftKind[] = ['QUORUM_LOST', 'CLUSTER_NOT_IN_RANCHER'];

/** Missing nodes that can be created again, and nodes with a reported problem. */
export const lostNodes = (cluster: Pick<Watched, 'drift' | 'missingNodes'>): Set<Uuid> =>
  new Set([
    ...gapsToClose(cluster).map(({ uuid }) => uuid),
    ...cluster.drift.flatMap(({ kind, nodeUuid }) => (OF_NODES.has(kind) ? (nodeUuid ?? []) : [])),
  ]);

/**
 * How many seconds a problem must last before the node is replaced. Undefined for a problem that a replacement does not
 * solve.
 */
function boundOf(kind: DriftKind, policy: HealingPolicy): number | undefined {
  if (kind === 'NODE_NOT_HEALTHY') return policy.unhealthyAfterSeconds;
  return kind === 'NODE_NOT_IN_RANCHER' || kind === 'SERVER_IN_ERROR' ? policy.lostAfterSeconds : undefined;
}

const secondsSince = (instant: string, now: Date): number => (now.getTime() - Date.parse(instant)) / 1000;

function replacements({ drift }: Watched, nodes: readonly Sick[], policy: HealingPolicy, now: Date): Healing[] {
  return drift.flatMap(({ kind, nodeUuid, since, message }): Healing[] => {
    const bound = boundOf(kind, policy);
    const node = nodes.find(({ uuid }) => uuid === nodeUuid);
    if (bound === undefined || !node || secondsSince(since, now) < bound) return [];
    const { name, role } = node.spec;
    return [{ kind: 'replace', nodeUuid: node.uuid, name, role, since, why: message }];
  });
}

const additions = (cluster: Watched): Healing[] =>
  gapsToClose(cluster).map((gap) => {
    const { uuid: nodeUuid, name, role, since } = gap;
    return { kind: 'add', nodeUuid, name, role, since, gap };
  });

/**
 * Sorts servers before agents, then missing nodes before unhealthy nodes, then by the time when the nodes were lost.
 */
const before = (a: Healing, b: Healing): number =>
  Number(b.role === 'server') - Number(a.role === 'server') ||
  Number(b.kind === 'add') - Number(a.kind === 'add') ||
  a.since.localeCompare(b.since);

/**
 * If too many nodes are lost, a sentence that says why no node is healed. Otherwise undefined. A node that was made to
 * replace a lost node, and has failed, is not counted as a node of the cluster.
 */
function tooMany(cluster: Watched, nodes: readonly Sick[], { maxUnhealthyShare }: HealingPolicy): string | undefined {
  const { tries } = cluster.healing ?? NOTHING_HEALED;
  const lost = lostNodes(cluster);
  const made = new Set(tries.filter(({ nodeUuid }) => lost.has(nodeUuid)).map(({ madeUuid }) => madeUuid));
  const counted = nodes.filter(({ uuid, state }) => state !== 'ERRED' || !made.has(uuid));
  const total = counted.length + gapsToClose(cluster).length;
  if (lost.size <= maxUnhealthyShare * total) return undefined;
  const most = Math.round(maxUnhealthyShare * 100);
  return `${lost.size} of ${total} nodes are missing or unhealthy. That is more than ${most} %, so none is replaced automatically.`;
}

function isResting(tried: HealingTry | undefined, { pauseSeconds }: HealingPolicy, now: Date): boolean {
  return tried !== undefined && secondsSince(tried.at, now) < pauseSeconds * 2 ** (tried.attempts - 1);
}

/**
 * The reason why healing must wait for the maintenance window. Healing begins only in this window, because no user has
 * requested the healing. Undefined if the healing can begin now.
 */
function outsideWindow({ timetable }: Watched, { name }: Healing, now: Date): string | undefined {
  const window = timetable?.maintenance;
  if (!window || isMaintenanceTime(window, now)) return undefined;
  const days = window.days ? ` on ${window.days.join(', ')}` : '';
  return `${name} is replaced in the maintenance window, from ${window.begin} (${window.timeZone})${days}.`;
}

function next(cluster: Watched, wanted: readonly Healing[], policy: HealingPolicy, now: Date): HealingDecision {
  const triedFor = (item: Healing) => tryOf(cluster.healing ?? NOTHING_HEALED, item, policy.minHealthySeconds);
  const open = wanted.filter((item) => (triedFor(item)?.attempts ?? 0) < policy.attempts);
  const heal = open.find((item) => !isResting(triedFor(item), policy, now));
  if (heal) return { heal };
  const givenUp = wanted.filter((item) => !open.includes(item)).map(({ name }) => name);
  if (givenUp.length === 0) return undefined;
  return { held: `${givenUp.join(', ')} could not be healed in ${policy.attempts} attempts.` };
}

/**
 * The next decision of autohealing: the node to heal, or the reason why a lost node cannot be healed now. The possible
 * reasons: the whole cluster has a problem, too many nodes are lost, the maintenance window is closed, or all attempts
 * have failed. Undefined if no node needs healing, during the pause after an attempt, and while an operation on the
 * cluster or its nodes runs. Also undefined if the cluster does not use autohealing, is not OK or is hibernated.
 * @param nodes all nodes that have records
 */
export function healingDecision(
  cluster: Watched,
  nodes: readonly Sick[],
  policy: HealingPolicy,
  now: Date,
): HealingDecision {
  const isAtWork = isUnderOperation(cluster) || cluster.nodeOperations.length > 0;
  if (!cluster.autohealing || cluster.state !== 'OK' || cluster.hibernation || isAtWork) return undefined;
  const wanted = [...additions(cluster), ...replacements(cluster, nodes, policy, now)].sort(before);
  const [first] = wanted;
  if (!first) return undefined;
  const beyond = cluster.drift.find(({ kind }) => BEYOND_HEALING.includes(kind));
  const held = beyond?.message ?? tooMany(cluster, nodes, policy) ?? outsideWindow(cluster, first, now);
  return held === undefined ? next(cluster, wanted, policy, now) : { held };
}
