import type { StepContract } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';
import { currentCluster, enteredCluster, type Target } from './fence.ts';
import { holdingAccess, holdingSlot, type SlotDeps } from './hold-slot.ts';

/**
 * A step with its code. The step is safe to repeat and runs only while its operation is current
 * (docs/spec/design.md#steps-are-safe-to-repeat).
 */
export type Step<D, I, O> = {
  contract: StepContract<I, O>;
  run(deps: D, input: I): Promise<O>;
  /** The function that the Lambda calls. Parses the input, calls `run`, and parses the output. */
  call(deps: D, input: unknown): Promise<unknown>;
};

/** The code of a step. The code runs after the check that the step's operation is current. */
type Work<D, I, O> = (deps: D, input: I, cluster: Cluster) => Promise<O>;

/**
 * Makes a step without the check that its operation is current. Such steps are for state machines on a schedule, which
 * have no operation. A lease prevents two concurrent runs.
 */
export function unfenced<D, I, O>(contract: StepContract<I, O>, run: Step<D, I, O>['run']): Step<D, I, O> {
  return {
    contract,
    run,
    call: async (deps, input) => contract.output.parse(await run(deps, contract.input.parse(input))),
  };
}

/**
 * Removes the timeline of a deleted cluster. A deletion does not wait for steps that only change records, so such a
 * step may add to the timeline after the deletion.
 */
async function clearUp(store: Store, { clusterUuid }: Target): Promise<void> {
  if ((await store.clusters.find(clusterUuid)) === undefined) await store.events.removeByCluster(clusterUuid);
}

/** Makes a step that only changes Paddock's records. */
export function implement<D extends { store: Store }, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => {
    const found = await currentCluster(deps.store, input);
    const answer = await work(deps, input, found);
    await clearUp(deps.store, input);
    return answer;
  });
}

/**
 * Makes a step that runs in a slot of its provider. `fence` checks that the operation is still allowed to work, both
 * before the step takes the slot and when it has the slot.
 */
function inSlot<D extends SlotDeps, I extends Target, O>(
  contract: StepContract<I, O>,
  fence: typeof currentCluster,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => {
    const found = await fence(deps.store, input);
    return holdingSlot(deps, input, found, async () => work(deps, input, await fence(deps.store, input)));
  });
}

/**
 * Makes a step that calls a provider, and runs it in one of the provider's slots. When the step has a slot, it checks
 * again that its operation is current. So a step of an earlier operation can change objects at the provider only while
 * it has a slot.
 */
export function onProvider<D extends SlotDeps, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return inSlot(contract, currentCluster, work);
}

/**
 * Makes a step that changes the access to a cluster. For each cluster only one such step runs at a time. The step runs
 * in a slot, and the deletion of the cluster waits until the slot is free.
 */
export function onAccess<D extends SlotDeps, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => {
    const found = await enteredCluster(deps.store, input);
    const fenced = async () => work(deps, input, await enteredCluster(deps.store, input));
    return holdingSlot(deps, input, found, () => holdingAccess(deps, input, fenced));
  });
}

/**
 * Makes a step that changes the contents of a cluster. Each run takes one of the slots that limit concurrent calls to a
 * provider. A run does nothing if the cluster is being deleted.
 */
export function onContents<D extends SlotDeps, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return inSlot(contract, enteredCluster, work);
}

/** Makes a step that only changes Paddock's records about the access to a cluster. */
export function onAccessRecords<D extends { store: Store }, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => work(deps, input, await enteredCluster(deps.store, input)));
}
