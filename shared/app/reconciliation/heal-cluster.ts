import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import {
  type HealingRecord,
  NOTHING_HEALED,
  triedAgain,
  triesThatCount,
  tryOf,
} from '#shared/domain/clusters/healing-record';
import type { Node } from '#shared/domain/nodes/node';
import { type Healing, healingDecision, lostNodes } from '#shared/domain/reconciliation/autohealing';
import type { HealingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { Conflict, Invalid, Superseded, VersionConflict } from '#shared/errors';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { startReplacement } from '../nodes/replace-node.ts';
import { removalOf } from '../nodes/schedule-removal.ts';
import { type Along, writeNode } from '../nodes/write-node.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { placeReplacement } from '../planning/place-replacement.ts';

export type HealDeps = OrderDeps & { policy: HealingPolicy };
/** `held`: a node is lost but is not healed now. The cluster's record says why. */
export type Healed = 'started' | 'held' | 'nothing';
type Started = { healing: Healing; correlationId: string };

async function find({ store }: HealDeps, uuid: Uuid): Promise<{ cluster: Cluster; nodes: Node[] } | undefined> {
  const cluster = await store.clusters.find(uuid);
  return cluster && { cluster, nodes: await store.nodes.listByCluster(uuid) };
}

/**
 * Throws Superseded if the node no longer needs healing according to the records that were just read again. Therefore
 * only one run heals if the job that watches clusters runs twice at the same time.
 */
function assertStillDue({ policy, clock }: HealDeps, cluster: Cluster, nodes: Node[], { nodeUuid }: Healing): void {
  const decision = healingDecision(cluster, nodes, policy, clock.now());
  if (decision && 'heal' in decision && decision.heal.nodeUuid === nodeUuid) return;
  throw new Superseded(`node ${nodeUuid} of cluster ${cluster.uuid} no longer needs healing`);
}

function triedFor({ clock, policy }: HealDeps, cluster: Cluster, healing: Healing, madeUuid?: Uuid): HealingRecord {
  const { nodeUuid, since } = healing;
  const attempt = { nodeUuid, since, at: clock.now().toISOString(), ...(madeUuid !== undefined && { madeUuid }) };
  const { minHealthySeconds } = policy;
  return triedAgain(cluster.healing ?? NOTHING_HEALED, attempt, { lost: lostNodes(cluster), minHealthySeconds });
}

/**
 * Returns the writes that are committed together with the new node. They delete the failed node of an earlier attempt,
 * and record the new attempt.
 */
function alongAddition(
  deps: HealDeps,
  cluster: Cluster,
  nodes: Node[],
  node: Node,
  { healing, correlationId }: Started,
): Along {
  const { madeUuid } = cluster.healing?.tries.find(({ nodeUuid }) => nodeUuid === healing.nodeUuid) ?? {};
  const before = nodes.find(({ uuid, state }) => uuid === madeUuid && state === 'ERRED');
  const removal = before && removalOf(deps, cluster, before, { correlationId });
  return {
    writes: removal?.writes ?? [],
    entry: { heals: healing.nodeUuid },
    fields: { ...removal?.fields, healing: triedFor(deps, cluster, healing, node.uuid) },
  };
}

async function add(deps: HealDeps, cluster: Cluster, started: Started & { healing: { kind: 'add' } }): Promise<void> {
  const { healing, correlationId } = started;
  let nodes: Node[] = [];
  await writeNode(deps, {
    growing: async () => {
      const found = await find(deps, cluster.uuid);
      if (!found) throw new Superseded(`cluster ${cluster.uuid} is gone`);
      assertStillDue(deps, found.cluster, found.nodes, healing);
      ({ nodes } = found);
      return found.cluster;
    },
    place: await placeReplacement(deps, cluster, healing.gap.spec),
    correlationId,
    along: (found, node) => alongAddition(deps, found, nodes, node, started),
  });
}

async function replace(deps: HealDeps, { uuid: clusterUuid }: Cluster, { healing, correlationId }: Started) {
  const asked = { clusterUuid, nodeUuid: healing.nodeUuid, correlationId, isForced: true };
  await startReplacement(deps, asked, async (cluster, nodes, replacementUuid) => {
    assertStillDue(deps, cluster, nodes, healing);
    return { healing: triedFor(deps, cluster, healing, replacementUuid) };
  });
}

async function recordHealing({ store, clock, policy }: HealDeps, cluster: Cluster, healing: Healing) {
  const { uuid: clusterUuid, healing: record = NOTHING_HEALED } = cluster;
  const { nodeUuid, name: nodeName } = healing;
  const attempt = (tryOf(record, healing, policy.minHealthySeconds)?.attempts ?? 0) + 1;
  const why = healing.kind === 'add' ? healing.gap.reason : healing.why;
  const message = `A replacement of the node is being made (attempt ${attempt}): ${why}`;
  const at = clock.now().toISOString();
  await store.events.append({
    clusterUuid,
    key: `healing#${nodeUuid}#${attempt}`,
    at,
    step: 'healing',
    message,
    level: 'info',
    nodeName,
  });
}

/**
 * Returns the attempts that stay recorded. While operations run on nodes, all attempts stay. A node that is being
 * replaced is not in the list of lost nodes, but its healing may still fail.
 */
function remembered({ clock, policy }: HealDeps, cluster: Cluster): HealingRecord['tries'] {
  const { tries } = cluster.healing ?? NOTHING_HEALED;
  if (cluster.nodeOperations.length > 0) return tries;
  return triesThatCount(tries, lostNodes(cluster), clock.now().toISOString(), policy.minHealthySeconds);
}

/**
 * Records on the cluster why healing is held. If `counts` is given, also records this healing as an attempt. Writes
 * only if something has changed.
 */
async function keep(deps: HealDeps, uuid: Uuid, held: string, counts?: Healing): Promise<void> {
  const { store, clock } = deps;
  await retryOnConflict(async () => {
    const cluster = await store.clusters.find(uuid);
    if (!cluster) return;
    const { tries, held: was } = cluster.healing ?? NOTHING_HEALED;
    const tried = counts ? triedFor(deps, cluster, counts).tries : remembered(deps, cluster);
    if (was === held && !counts && tried.length === tries.length) return;
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { healing: { tries: tried, held } })));
  });
}

/**
 * Records why healing was refused. A Conflict may pass by itself, so it does not count as an attempt. Invalid means
 * that the cloud lacks something. Invalid counts as an attempt, so that healing is not repeated for ever.
 */
async function refused(deps: HealDeps, { uuid }: Cluster, healing: Healing, error: unknown): Promise<Healed> {
  if (error instanceof Superseded || error instanceof VersionConflict) return 'nothing';
  if (!(error instanceof Conflict) && !(error instanceof Invalid)) throw error;
  await keep(
    deps,
    uuid,
    `${healing.name} is not healed: ${error.message}`,
    error instanceof Invalid ? healing : undefined,
  );
  return 'held';
}

async function start(deps: HealDeps, cluster: Cluster, healing: Healing, correlationId: string): Promise<Healed> {
  try {
    if (healing.kind === 'add') await add(deps, cluster, { healing, correlationId });
    else await replace(deps, cluster, { healing, correlationId });
  } catch (error) {
    return refused(deps, cluster, healing, error);
  }
  await recordHealing(deps, cluster, healing);
  return 'started';
}

/**
 * Starts the healing of one node, if the latest observation of the cluster shows that a node needs it
 * (`shared/domain/reconciliation/autohealing.ts`). Writes the node, the operation and its outbox row in one
 * transaction. The dispatcher then starts the operation. If healing is paused, the cluster's record says why. Throws
 * Backend* errors when the cluster's cloud does not answer; the next run of the job that watches clusters tries again.
 */
export async function healCluster(deps: HealDeps, clusterUuid: Uuid, correlationId: string): Promise<Healed> {
  const found = await find(deps, clusterUuid);
  if (!found || deps.site.readOnlyMode) return 'nothing';
  const { cluster, nodes } = found;
  const decision = healingDecision(cluster, nodes, deps.policy, deps.clock.now());
  if (decision && 'heal' in decision) return start(deps, cluster, decision.heal, correlationId);
  const isAllWell = cluster.healing !== undefined && lostNodes(cluster).size === 0;
  if (decision || isAllWell) await keep(deps, cluster.uuid, decision?.held ?? '');
  return decision ? 'held' : 'nothing';
}
