import type { StepContract } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';
import { currentCluster, enteredCluster, type Target } from './fence.ts';
import { holdingAccess, holdingSlot, type SlotDeps } from './hold-slot.ts';

/** A step made real: safe to repeat, fenced by the operation (docs/spec/design.md#steps-are-safe-to-repeat). */
export type Step<D, I, O> = {
  contract: StepContract<I, O>;
  run(deps: D, input: I): Promise<O>;
  /** `run` with input and output parsed by the contract: how the Lambda calls it. */
  call(deps: D, input: unknown): Promise<unknown>;
};

/** What a step does, once it is sure that the operation is the cluster's current one. */
type Work<D, I, O> = (deps: D, input: I, cluster: Cluster) => Promise<O>;

/**
 * A step without a fence: of a schedule's machine, where no operation could be superseded. What is not to be done twice at once has a lease.
 */
export function unfenced<D, I, O>(contract: StepContract<I, O>, run: Step<D, I, O>['run']): Step<D, I, O> {
  return {
    contract,
    run,
    call: async (deps, input) => contract.output.parse(await run(deps, contract.input.parse(input))),
  };
}

/**
 * A deletion waits for the steps that hold a slot, and not for those that touch records only: what such a step still wrote on the
 * timeline of a cluster that has gone meanwhile would stay for ever.
 */
async function clearUp(store: Store, { clusterUuid }: Target): Promise<void> {
  if ((await store.clusters.find(clusterUuid)) === undefined) await store.events.removeByCluster(clusterUuid);
}

/** A step that touches our records only. */
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
 * A step that has effects at a provider, under one of its slots. The fence is behind the slot: whoever sees no slot taken
 * knows that a superseded step is over, or will find that out before it does anything.
 */
export function onProvider<D extends SlotDeps, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => {
    const found = await currentCluster(deps.store, input);
    return holdingSlot(deps, input, found, async () => work(deps, input, await currentCluster(deps.store, input)));
  });
}

/** A step that changes who may enter a cluster: one at a time, under a slot of the provider, for which its deletion waits. */
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

/** A step that touches records of who may enter a cluster only. */
export function onAccessRecords<D extends { store: Store }, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => work(deps, input, await enteredCluster(deps.store, input)));
}
