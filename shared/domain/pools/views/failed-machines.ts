import type { FailedMachines } from '../../clusters/machine-pools.ts';
import type { Stall } from '../../clusters/waits/stall.ts';

/** A machine of a pool in one observation. `failure` is Rancher's text about why the machine could not be created. */
export type SeenCreation = { name: string; isReady: boolean; createdAt: string; failure?: string | undefined };

/**
 * Number of failed machines at which a pool of `quantity` machines is stalled: twice the quantity, and at least five.
 */
const maxFailed = (quantity: number): number => Math.max(5, 2 * quantity);

/**
 * The record of failed machines after an observation. Undefined if there are none. Earlier failures no longer count in
 * two cases: the pool has got another machine config, or a machine that was created after the last failure is ready.
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
  // The times are compared as numbers, because `kept.at` has fractions of a second and `createdAt` has none.
  const lastFailure = kept === undefined ? Number.POSITIVE_INFINITY : Date.parse(kept.at);
  const isOver = machines.some(({ isReady, createdAt }) => isReady && Date.parse(createdAt) > lastFailure);
  return isOver ? undefined : kept;
}

type Kind = Pick<Stall, 'code' | 'owner' | 'nextStep'>;
/**
 * Patterns of OpenStack's error messages, each with the code of the failure, who can solve the problem, and what to do
 * next.
 */
const CAUSES: readonly [pattern: RegExp, kind: Kind][] = [
  [
    /quota/i,
    {
      code: 'QUOTA_EXCEEDED',
      owner: 'user',
      nextStep: 'Delete what is not needed in the tenant, or have its quota raised. Then resume the pool.',
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
  nextStep: 'Remove the cause, then change or resume the pool.',
};

/**
 * Why a pool is stalled. Undefined as long as Rancher may try again. A stalled pool is paused, so that Rancher stops.
 * When somebody changes or resumes the pool, the pool gets new attempts.
 */
export function poolStall(
  { name, quantity }: { name: string; quantity: number },
  failed: FailedMachines | undefined,
): Stall | undefined {
  if (!failed || failed.names.length < maxFailed(quantity)) return undefined;
  const kind = CAUSES.find(([pattern]) => pattern.test(failed.message))?.[1] ?? OTHER_CAUSE;
  const message = `Rancher could not create ${failed.names.length} machines of pool ${name}. The last error: ${failed.message}`;
  return { ...kind, retryable: true, message };
}
