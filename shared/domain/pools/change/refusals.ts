import type { FieldErrors } from '#shared/errors';
import { poolsProblems } from '../order/pool-problems.ts';
import type { ChangedField, ChangeFacts, ClusterForm, MachineStep, Refusal } from './change-plan.ts';
import { tierOf } from './pool-machine.ts';
import { quotaRefusals } from './quota-refusals.ts';

const textsOf = (said: FieldErrors[string]): string[] => [said].flat().filter((text) => typeof text === 'string');

/** The errors of a cluster's pools, found by the same checks as in an order. */
function errorsOf({ pools }: ClusterForm, { offered }: ChangeFacts): Refusal[] {
  const { each, together } = poolsProblems(pools, offered);
  const ofPools = pools.flatMap(({ name }, index): Refusal[] =>
    Object.entries(each[index] ?? {}).flatMap(([field, said]) =>
      textsOf(said).map((message) => ({ pool: name, field, message })),
    ),
  );
  return [...ofPools, ...together.map((message) => ({ field: 'pools', message }))];
}

/**
 * The errors of the wanted pools. A pool of an adopted cluster may already have an error, for example because its
 * flavor is gone from the cloud. Such an error does not prevent other changes, but no machines are created in this
 * pool.
 */
function problemsOf(facts: ChangeFacts, steps: readonly MachineStep[]): Refusal[] {
  const known = new Set(errorsOf(facts.current, facts).map((error) => JSON.stringify(error)));
  const growing = new Set(
    steps.flatMap((step) => (step.kind === 'create' || step.kind === 'replace' ? step.pool : [])),
  );
  return errorsOf(facts.wanted, facts).filter(
    (error) => !known.has(JSON.stringify(error)) || (error.pool !== undefined && growing.has(error.pool)),
  );
}

const immutableOf = (changes: readonly ChangedField[]): Refusal[] =>
  changes
    .filter((change) => change.class === 'immutable')
    .map(({ pool, field, text }) => ({ ...(pool !== undefined && { pool }), field, message: text }));

/** The members of etcd that would be restarted, replaced or deleted. */
function touchedMembers(steps: readonly MachineStep[], members: ReadonlySet<string>): string[] {
  return steps.flatMap((step) => (step.kind === 'create' ? [] : step.machines.filter((name) => members.has(name))));
}

/** Names of the machines that the steps delete. */
const deletedBy = (steps: readonly MachineStep[]): Set<string> =>
  new Set(steps.flatMap((step) => (step.kind === 'delete' ? step.machines : [])));

/**
 * Refuses work on members of etcd while a member that stays is not ready, or while a member is already being deleted.
 * Otherwise the loss of one more member could cost etcd its quorum.
 */
function quorumProblems({ machines }: ChangeFacts, steps: readonly MachineStep[]): Refusal[] {
  const members = machines.filter((machine) => tierOf(machine) === 'etcd');
  const leaving = deletedBy(steps);
  const away = members.filter(
    ({ name, isReady, isBeingDeleted }) => (!isReady && !leaving.has(name)) || isBeingDeleted,
  );
  if (away.length === 0 || touchedMembers(steps, new Set(members.map(({ name }) => name))).length === 0) return [];
  const names = away.map(({ name }) => name).join(', ');
  const message = `${members.length - away.length} of ${members.length} etcd members are ready. Wait until the others are ready, or delete them: ${names}.`;
  return [{ field: 'pools', message }];
}

/**
 * Refuses to create, replace or delete machines of a paused pool. Rancher does nothing in such a pool, so the change
 * would never end.
 */
function pausedProblems({ wanted }: ChangeFacts, steps: readonly MachineStep[]): Refusal[] {
  const touched = new Set(steps.flatMap((step) => (step.kind === 'restart' ? [] : step.pool)));
  return wanted.pools
    .filter(({ name, paused }) => paused && touched.has(name))
    .map(({ name }) => ({
      pool: name,
      field: 'paused',
      message: `Pool ${name} is paused, but this change creates or deletes machines of the pool. Resume the pool first.`,
    }));
}

/** All reasons why a change is refused. Empty if the change can be made. */
export const refusalsOf = (
  facts: ChangeFacts,
  changes: readonly ChangedField[],
  steps: readonly MachineStep[],
): Refusal[] => [
  ...problemsOf(facts, steps),
  ...immutableOf(changes),
  ...quorumProblems(facts, steps),
  ...pausedProblems(facts, steps),
  ...quotaRefusals(facts, steps),
];
