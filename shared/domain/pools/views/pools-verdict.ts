import type { WaitFailure } from '#shared/errors';
import type { StoredPool } from '../../clusters/machine-pools.ts';
import type { Verdict } from '../../nodes/bootstrap-verdict.ts';
import type { RancherRole } from '../../planning/rancher-role.ts';
import { renderedQuantity } from '../scaling/quantity.ts';
import { missingRoles, missingRolesText } from './missing-roles.ts';
import type { DeploymentNumbers } from './pool-counts.ts';

type SeenDeployment = DeploymentNumbers & { poolName: string; templateName: string };
type SeenMachine = {
  poolName: string;
  roles: readonly RancherRole[];
  nodeName?: string | undefined;
  isBeingDeleted: boolean;
};
export type WatchedPools = {
  /** State and message of the cluster in Rancher. */
  state: string;
  message: string;
  machines: readonly SeenMachine[];
  deployments: readonly SeenDeployment[];
};
/** The pools that Rancher should have now. `configNames` maps the name of a pool to the name of its machine config. */
export type ExpectedPools = {
  pools: readonly StoredPool[];
  configNames: ReadonlyMap<string, string>;
  /** The machine config of each template. Rancher writes a new template some time after it gets a new config. */
  templateConfigs: ReadonlyMap<string, string>;
};
type Time = { waitedMs: number; deadlineMs: number };

/** Numbers of machines that a pool waits for. `isCurrent`: Rancher has the wanted machine config and quantity. */
type PoolWait = { missing: number; outdated: number; deleting: number; isCurrent: boolean };
const NOTHING: PoolWait = { missing: 0, outdated: 0, deleting: 0, isCurrent: true };

function waitOf(pool: StoredPool, expected: ExpectedPools, { deployments, machines }: WatchedPools): PoolWait {
  if (pool.spec.paused) return NOTHING;
  const { name } = pool.spec;
  const deployment = deployments.find(({ poolName }) => poolName === name);
  const wanted = renderedQuantity(pool) ?? deployment?.desired ?? pool.spec.quantity;
  const deleting = machines.filter(({ poolName, isBeingDeleted }) => poolName === name && isBeingDeleted).length;
  if (!deployment) return { missing: wanted, outdated: 0, deleting, isCurrent: wanted === 0 };
  const { desired, replicas, upToDate, available, templateName } = deployment;
  const isCurrent = desired === wanted && expected.templateConfigs.get(templateName) === expected.configNames.get(name);
  return {
    missing: Math.max(0, wanted - available),
    outdated: replicas - upToDate,
    deleting: Math.max(deleting, replicas - wanted, 0),
    isCurrent,
  };
}

/**
 * What each pool waits for. The last entry counts the machines of pools that no longer exist, because these machines
 * must be deleted.
 */
function waitsOf(expected: ExpectedPools, seen: WatchedPools): PoolWait[] {
  const names = new Set(expected.pools.map(({ spec }) => spec.name));
  const orphans = seen.machines.filter(({ poolName }) => !names.has(poolName)).length;
  return [...expected.pools.map((pool) => waitOf(pool, expected, seen)), { ...NOTHING, deleting: orphans }];
}

const sum = (waits: readonly PoolWait[], field: 'missing' | 'outdated' | 'deleting'): number =>
  waits.reduce((total, wait) => total + wait[field], 0);

/** A text for users: what the creation or change of pools waits for. */
export function poolsText(expected: ExpectedPools, seen: WatchedPools): string {
  const waits = waitsOf(expected, seen);
  const counted = [
    [sum(waits, 'missing'), 'to become ready'],
    [sum(waits, 'outdated'), 'to be replaced'],
    [sum(waits, 'deleting'), 'to be deleted'],
  ] as const;
  const parts = counted.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  const isRegistered = ({ nodeName }: SeenMachine): boolean => nodeName !== undefined;
  const roles = missingRoles(
    seen.machines.map((machine) => ({ roles: machine.roles, isRegistered: isRegistered(machine) })),
  );
  if (parts.length > 0) return [`Waiting for machines: ${parts.join(', ')}.`, missingRolesText(roles)].join(' ').trim();
  if (!waits.every(({ isCurrent }) => isCurrent)) return 'Waiting for Rancher to accept the pools';
  return 'Waiting for the cluster to become active';
}

const errorOf = ({ code }: NonNullable<StoredPool['stall']>): WaitFailure =>
  code === 'QUOTA_EXCEEDED' ? 'BackendQuotaExceeded' : 'ProvisioningFailed';

/**
 * The result of one check of the pools.
 * - `ready`: the pools are as expected, and Rancher reports the cluster as active.
 * - `failed`: a pool is stalled, or the deadline has passed.
 * - `waiting`: all other cases.
 */
export function poolsVerdict(expected: ExpectedPools, seen: WatchedPools, { waitedMs, deadlineMs }: Time): Verdict {
  const stall = expected.pools.find((pool) => pool.stall !== undefined)?.stall;
  if (stall) return { kind: 'failed', error: errorOf(stall), message: `${stall.message} ${stall.nextStep}` };
  const isDone = waitsOf(expected, seen).every(
    ({ missing, outdated, deleting, isCurrent }) => missing + outdated + deleting === 0 && isCurrent,
  );
  if (isDone && seen.state === 'active') return { kind: 'ready' };
  if (waitedMs < deadlineMs) return { kind: 'waiting' };
  const said = seen.message === '' ? seen.state : `${seen.state}: ${seen.message}`;
  const seconds = Math.round(deadlineMs / 1000);
  const message = `The machine pools did not reach their wanted state within ${seconds} s. ${poolsText(expected, seen)} The cluster is ${said}.`;
  return { kind: 'failed', error: 'BootstrapTimeout', message };
}
