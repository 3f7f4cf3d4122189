import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import type { OfferedMachines } from '../../planning/pools/disk-problems.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { FieldClass } from './field-classes.ts';
import type { PoolMachine } from './pool-machine.ts';

/** The settings and the pools of a cluster, as they are now or as somebody wants them. */
export type ClusterForm = { spec: PoolClusterSpec; pools: readonly PoolSpec[] };

/**
 * The measured duration of each kind of work on a machine, in seconds. A kind of work that was not measured is absent.
 */
export type Pace = { createSeconds?: number | undefined; deleteSeconds?: number; restartSeconds?: number };

export type ChangeFacts = {
  current: ClusterForm;
  wanted: ClusterForm;
  /** All machines that Rancher shows for the cluster. */
  machines: readonly PoolMachine[];
  /** Names of machines that are deleted. Rancher creates a new machine in place of each. */
  deleted?: readonly string[];
  /** Flavors and images that a pool's tenant offers for its machines. */
  offered: (pool: PoolSpec) => OfferedMachines;
  /** The tenant of the pools, for its quotas. If absent, only the cloud checks the quotas. */
  tenant?: TenantFacts | undefined;
  /** Measured durations. Undefined if nothing was measured yet. */
  pace?: Pace | undefined;
};

/** Why a change is refused. If `pool` is absent, the reason concerns the whole cluster. */
export type Refusal = { pool?: string; field: string; message: string };

/** A field that changes. If `pool` is absent, the field belongs to the cluster. */
export type ChangedField = { pool?: string; field: string; class: FieldClass; text: string };

/**
 * One step of the work on machines. `create` adds `count` machines to a pool at the same time. Every other kind of step
 * changes all its `machines` at the same time. `replace` creates each new machine before it deletes the old one.
 */
export type MachineStep =
  | { kind: 'create'; pool: string; count: number }
  | { kind: 'delete'; pool: string; machines: string[] }
  | { kind: 'replace'; pool: string; machines: string[] }
  | { kind: 'restart'; machines: string[] };

/**
 * What a change would do. A refused change has no steps, because nothing would be done. If the request equals the
 * current state, there are no changes and no steps.
 */
export type ChangePlan = {
  changes: ChangedField[];
  steps: MachineStep[];
  /** Seconds until the last step is done. Null if the duration of a step is unknown. */
  expectedSeconds: number | null;
  refused: Refusal[];
};
