import type { StepContract } from '#shared/contracts/steps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';
import { currentCluster, enteredCluster, type Target } from './fence.ts';
import { holdingAccess, holdingSlot, type SlotDeps } from './hold-slot.ts';

/** A step with its body: safe to repeat, fenced by the operation (docs/spec/design.md#steps-are-safe-to-repeat). */
export type Step<D, I, O> = {
  contract: StepContract<I, O>;
  run(deps: D, input: I): Promise<O>;
  /** `run` with its input and output parsed by the contract. The Lambda calls this. */
  call(deps: D, input: unknown): Promise<unknown>;
};

/** The body of a step. It runs once the operation is known to be the cluster's current one. */
type Work<D, I, O> = (deps: D, input: I, cluster: Cluster) => Promise<O>;

/**
 * A step without a fence, for machines on a schedule, which no operation can supersede. A lease keeps two runs apart.
 */
export function unfenced<D, I, O>(contract: StepContract<I, O>, run: Step<D, I, O>['run']): Step<D, I, O> {
  return {
    contract,
    run,
    call: async (deps, input) => contract.output.parse(await run(deps, contract.input.parse(input))),
  };
}

/**
 * Removes the timeline when the cluster is gone. A deletion does not wait for steps that change records only, so such a
 * step may write a line after it.
 */
async function clearUp(store: Store, { clusterUuid }: Target): Promise<void> {
  if ((await store.clusters.find(clusterUuid)) === undefined) await store.events.removeByCluster(clusterUuid);
}

/** A step that changes our records only. */
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
 * A step that has effects at a provider, in one of its slots. It takes the slot before the fence: when no slot is
 * taken, every superseded step has ended or will find that out before it does anything.
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

/** A step that changes who may enter a cluster: one at a time, in a slot for which the cluster's deletion waits. */
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

/** A step that changes records of access only. */
export function onAccessRecords<D extends { store: Store }, I extends Target, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => work(deps, input, await enteredCluster(deps.store, input)));
}
