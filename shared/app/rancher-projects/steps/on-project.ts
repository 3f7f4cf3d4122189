import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { holdingSlot, type SlotDeps } from '#shared/app/_core/steps/hold-slot';
import { type Step, unfenced } from '#shared/app/_core/steps/implement';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { StepContract } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import { Superseded } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type ProjectInHand, type ProjectTarget, projectOfOperation } from '../project-of-operation.ts';

/**
 * Finds the project of an operation. Throws Superseded if the order of the operation is no longer `executing`, for
 * example because somebody has set the state by hand.
 */
async function currentProject(
  store: Pick<Store, 'resources' | 'orders'>,
  target: ProjectTarget,
): Promise<ProjectInHand> {
  const inHand = await projectOfOperation(store, target);
  if (inHand.order.state === 'executing') return inHand;
  throw new Superseded(`order ${inHand.order.uuid} of operation ${target.operationUuid} is ${inHand.order.state}`);
}

/**
 * Changes the fields of the resource that are about its project in Rancher. Retries after a conflict, because other
 * requests may change the resource at the same time, for example rename it.
 */
export async function changePart(
  { store, clock }: { store: Pick<Store, 'resources' | 'orders' | 'commit'>; clock: Clock },
  target: ProjectTarget,
  fields: Partial<ProjectResource>,
): Promise<void> {
  await retryOnConflict(async () => {
    const { resource, part } = await currentProject(store, target);
    await store.commit(
      store.resources.replace(changed(resource, clock.now(), { rancherProject: { ...part, ...fields } })),
    );
  });
}

type Work<D, I, O> = (deps: D, inHand: ProjectInHand, input: I) => Promise<O>;

/**
 * Makes a step that calls the provider of a project. The step checks that its operation is the current one, and takes
 * one of the slots that limit concurrent calls to a provider.
 */
export function onProject<D extends SlotDeps, I extends ProjectTarget, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> {
  return unfenced(contract, async (deps, input) => {
    const { part } = await currentProject(deps.store, input);
    const { uuid: settingsUuid, name: settingsName } = await rancherSettingsOf(deps, part.settingsUuid);
    const holder = { operationUuid: input.operationUuid, clusterUuid: input.resourceUuid };
    return holdingSlot(deps, holder, { settingsUuid, settingsName }, async () =>
      work(deps, await currentProject(deps.store, input), input),
    );
  });
}

/** Makes a step that only changes Paddock's records of a project. */
export const onProjectRecords = <D extends { store: Store }, I extends ProjectTarget, O>(
  contract: StepContract<I, O>,
  work: Work<D, I, O>,
): Step<D, I, O> =>
  unfenced(contract, async (deps, input) => work(deps, await projectOfOperation(deps.store, input), input));
