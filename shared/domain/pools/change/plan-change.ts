import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { ChangedField, ChangeFacts, ChangePlan, MachineStep, Pace } from './change-plan.ts';
import { changedFields } from './changed-fields.ts';
import { CLUSTER_FIELDS, type FieldRule, POOL_FIELDS, type Restarts } from './field-classes.ts';
import { leavingOrder, oldestFirst, type PoolMachine, TIERS, tierOf } from './pool-machine.ts';
import { refusalsOf } from './refusals.ts';
import { wavesOf } from './waves.ts';

type PoolChange = { before?: PoolSpec; after?: PoolSpec; rules: FieldRule[] };

function poolChanges({ current, wanted }: Pick<ChangeFacts, 'current' | 'wanted'>): PoolChange[] {
  const kept = current.pools.map((before): PoolChange => {
    const after = wanted.pools.find(({ name }) => name === before.name);
    return after ? { before, after, rules: changedFields(POOL_FIELDS, before, after) } : { before, rules: [] };
  });
  const names = new Set(current.pools.map(({ name }) => name));
  const added = wanted.pools.filter(({ name }) => !names.has(name));
  return [...kept, ...added.map((after): PoolChange => ({ after, rules: [] }))];
}

const ruleView = ({ field, class: kind, text }: FieldRule) => ({ field, class: kind, text });

function changesOf(pools: readonly PoolChange[], rules: readonly FieldRule[]): ChangedField[] {
  const ofPools = pools.flatMap(({ before, after, rules }): ChangedField[] => {
    const pool = (after ?? before)?.name ?? '';
    if (!before) return [{ pool, field: 'pools', class: 'in-place', text: 'A pool is added.' }];
    if (!after) return [{ pool, field: 'pools', class: 'in-place', text: 'The pool and its machines are deleted.' }];
    return rules.map((rule) => ({ pool, ...ruleView(rule) }));
  });
  return [...rules.map(ruleView), ...ofPools];
}

/** Splits the machines of a pool into machines that are deleted when the pool gets smaller, and machines that stay. */
function split({ before, after }: PoolChange, machines: readonly PoolMachine[]) {
  const own = leavingOrder(
    machines.filter(({ poolName, isBeingDeleted }) => poolName === before?.name && !isBeingDeleted),
  );
  const leaving = Math.max(0, own.length - wantedCount(own.length, before, after));
  return { leaving: own.slice(0, leaving), staying: own.slice(leaving) };
}

/**
 * How many machines the pool should have. With autoscaling, an unchanged `quantity` is ignored, because the autoscaler
 * chooses the number of machines.
 */
function wantedCount(present: number, before?: PoolSpec, after?: PoolSpec): number {
  if (!after) return 0;
  if (!after.autoscaling || before?.quantity !== after.quantity) return after.quantity;
  return Math.min(after.autoscaling.max, Math.max(after.autoscaling.min, present));
}

function scaleSteps(change: PoolChange, { wanted, machines }: ChangeFacts): MachineStep[] {
  const { before, after } = change;
  const pool = (after ?? before)?.name ?? '';
  const { leaving, staying } = split(change, machines);
  const missing = wantedCount(staying.length, before, after) - staying.length;
  const isScaled = before?.autoscaling !== undefined || after?.autoscaling !== undefined;
  const isChanged = !before || !after || before.quantity !== after.quantity || isScaled;
  if (!isChanged) return [];
  if (missing > 0) return [{ kind: 'create', pool, count: missing }];
  const tier = tierOf(change.before ?? { roles: [] });
  const all = { ...wanted.spec.upgradeStrategy, controlPlaneConcurrency: '0', workerConcurrency: '0' };
  return wavesOf(tier, leaving, all).map((names) => ({ kind: 'delete', pool, machines: names }));
}

function replaceSteps(change: PoolChange, { wanted, machines }: ChangeFacts): MachineStep[] {
  const { after, rules } = change;
  if (!after || !rules.some((rule) => rule.class === 'rolls-pool')) return [];
  return wavesOf(tierOf(after), split(change, machines).staying, wanted.spec.upgradeStrategy).map((names) => ({
    kind: 'replace',
    pool: after.name,
    machines: names,
  }));
}

/** The steps that restart Kubernetes. Rancher's planner restarts the machines tier by tier, across all pools. */
function restartSteps(restarts: Restarts | undefined, leaving: ReadonlySet<string>, facts: ChangeFacts): MachineStep[] {
  if (!restarts) return [];
  const tiers = restarts === 'all' ? TIERS : TIERS.filter((tier) => tier !== 'worker');
  return tiers.flatMap((tier) => {
    const own = facts.machines.filter((one) => tierOf(one) === tier && !one.isBeingDeleted && !leaving.has(one.name));
    return wavesOf(tier, oldestFirst(own), facts.wanted.spec.upgradeStrategy).map(
      (machines): MachineStep => ({ kind: 'restart', machines }),
    );
  });
}

const restartsOf = (rules: readonly FieldRule[]): Restarts | undefined =>
  rules.some((rule) => rule.restarts === 'all') ? 'all' : rules.find((rule) => rule.restarts)?.restarts;

const byTier = (changes: readonly PoolChange[]): PoolChange[] =>
  TIERS.flatMap((tier) => changes.filter(({ before, after }) => tierOf(after ?? before ?? { roles: [] }) === tier));

/**
 * The steps for machines that a person deletes. The new machine is created only after the old machine is gone, because
 * the old machine counts towards the size of the pool.
 */
const deletionSteps = ({ machines, deleted = [] }: ChangeFacts): MachineStep[] =>
  machines
    .filter(({ name }) => deleted.includes(name))
    .flatMap(({ name, poolName: pool }): MachineStep[] => [
      { kind: 'delete', pool, machines: [name] },
      { kind: 'create', pool, count: 1 },
    ]);

function stepsOf(changes: readonly PoolChange[], rules: readonly FieldRule[], facts: ChangeFacts): MachineStep[] {
  const scaled = byTier(changes).flatMap((change) => scaleSteps(change, facts));
  const leaving = scaled.filter((step) => step.kind === 'delete');
  const gone = new Set(leaving.flatMap((step) => step.machines));
  return [
    ...deletionSteps(facts),
    ...scaled.filter((step) => step.kind === 'create'),
    ...leaving,
    ...restartSteps(restartsOf(rules), gone, facts),
    ...byTier(changes).flatMap((change) => replaceSteps(change, facts)),
  ];
}

/**
 * The expected seconds of a step. A deletion that was never measured counts as 0 seconds. Undefined for other work that
 * was never measured.
 */
function secondsOf(
  { kind }: MachineStep,
  { createSeconds, deleteSeconds = 0, restartSeconds }: Pace,
): number | undefined {
  if (kind === 'delete') return deleteSeconds;
  if (kind === 'restart') return restartSeconds;
  if (createSeconds === undefined) return undefined;
  return kind === 'create' ? createSeconds : createSeconds + deleteSeconds;
}

function expectedSecondsOf(steps: readonly MachineStep[], pace: Pace = {}): number | null {
  const seconds = steps.map((step) => secondsOf(step, pace));
  const known = seconds.filter((count) => count !== undefined);
  return known.length === steps.length ? known.reduce((sum, count) => sum + count, 0) : null;
}

/**
 * Plans a change of a cluster's pools or settings. The plan says which fields change, what happens to machines and in
 * which order, and how long the change takes. If the change is refused, the plan says why. Nothing is written.
 */
export function planChange(facts: ChangeFacts): ChangePlan {
  const pools = poolChanges(facts);
  const rules = changedFields(CLUSTER_FIELDS, facts.current.spec, facts.wanted.spec);
  const changes = changesOf(pools, rules);
  if (changes.length === 0 && !facts.deleted?.length) return { changes, steps: [], expectedSeconds: 0, refused: [] };
  const steps = stepsOf(pools, rules, facts);
  const refused = refusalsOf(facts, changes, steps);
  if (refused.length > 0) return { changes, steps: [], expectedSeconds: null, refused };
  return { changes, steps, expectedSeconds: expectedSecondsOf(steps, facts.pace), refused };
}
