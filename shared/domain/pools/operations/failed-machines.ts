import type { FailedMachines, Stall } from '../../clusters/machine-pools.ts';

/** Machines of a pool in one observation. `failure`: why the machine could not be created, in Rancher's words. */
export type SeenCreation = { name: string; isReady: boolean; createdAt: string; failure?: string | undefined };

/** Number of failed machines at which a pool of `quantity` machines is stalled: two rounds, and five at least. */
const maxFailed = (quantity: number): number => Math.max(5, 2 * quantity);

/**
 * The failed machines to keep after an observation. Undefined: none. A machine that was made later and is ready ends the
 * count, and so does a change of the pool.
 */
export function countFailed(
  before: FailedMachines | undefined,
  { configName, machines }: { configName: string; machines: readonly SeenCreation[] },
  now: Date,
): FailedMachines | undefined {
  const kept = before?.configName === configName ? before : undefined;
  const failed = machines.filter(({ failure }) => failure !== undefined);
  const fresh = failed.filter(({ name }) => !kept?.names.includes(name));
  const last = fresh.at(-1);
  if (last) {
    const names = [...(kept?.names ?? []), ...fresh.map(({ name }) => name)];
    return { configName, names, message: last.failure ?? '', at: now.toISOString() };
  }
  const isOver = machines.some(({ isReady, createdAt }) => isReady && kept !== undefined && createdAt > kept.at);
  return isOver ? undefined : kept;
}

type Kind = Pick<Stall, 'code' | 'owner' | 'nextStep'>;
/** What OpenStack says when it refuses a machine, and who can help. */
const CAUSES: readonly [pattern: RegExp, kind: Kind][] = [
  [
    /quota/i,
    {
      code: 'QUOTA_EXCEEDED',
      owner: 'user',
      nextStep: 'Delete something or have the quota raised, then resume the pool.',
    },
  ],
  [
    /no valid host|not enough hosts/i,
    {
      code: 'RESOURCES_DEPLETED',
      owner: 'provider',
      nextStep: 'Choose another flavor or zone, or resume the pool later.',
    },
  ],
  [
    /unauthori[sz]ed|authentication|forbidden|\b40[13]\b/i,
    {
      code: 'UNAUTHORIZED',
      owner: 'operator',
      nextStep: 'Renew the cloud credential of the cluster, then resume the pool.',
    },
  ],
  [
    /not found|could not find|unable to find|\b404\b/i,
    { code: 'CONFIGURATION', owner: 'user', nextStep: 'Change the pool: its flavor, image or network is gone.' },
  ],
];
const OTHER_CAUSE: Kind = {
  code: 'RESOURCES_DEPLETED',
  owner: 'provider',
  nextStep: 'See to the cause, then change or resume the pool.',
};

/**
 * Why a pool is stalled. Undefined while Rancher may try again. A stalled pool is paused, which stops Rancher; a change
 * of the pool, or resuming it, gives it new attempts.
 */
export function poolStall(
  { name, quantity }: { name: string; quantity: number },
  failed: FailedMachines | undefined,
): Stall | undefined {
  if (!failed || failed.names.length < maxFailed(quantity)) return undefined;
  const kind = CAUSES.find(([pattern]) => pattern.test(failed.message))?.[1] ?? OTHER_CAUSE;
  const message = `Rancher could not create ${failed.names.length} machines of pool ${name}. The last one: ${failed.message}`;
  return { ...kind, retryable: true, message };
}
