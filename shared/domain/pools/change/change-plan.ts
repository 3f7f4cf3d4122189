import type { TenantFacts } from '../../planning/cloud-facts.ts';
import type { PoolClusterSpec } from '../../planning/pools/cluster-spec.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';
import type { OfferedMachines } from '../order/pool-problems.ts';
import type { FieldClass } from './field-classes.ts';
import type { PoolMachine } from './pool-machine.ts';

/** What a cluster is or is to be. */
export type ClusterForm = { spec: PoolClusterSpec; pools: readonly PoolSpec[] };

/** Measured seconds that a machine needs. */
export type Pace = { createSeconds: number; deleteSeconds: number; restartSeconds: number };

export type ChangeFacts = {
  current: ClusterForm;
  wanted: ClusterForm;
  /** All machines of the cluster that Rancher shows. */
  machines: readonly PoolMachine[];
  offered: OfferedMachines;
  /** The tenant of the pools, for its quotas. Absent: only the cloud checks them. */
  tenant?: TenantFacts | undefined;
  /** Absent: nothing was measured yet. */
  pace?: Pace | undefined;
};

/** Why a change is refused. Without a pool it concerns the cluster. */
export type Refusal = { pool?: string; field: string; message: string };

/** A field that changes. Without a pool it is a field of the cluster. */
export type ChangedField = { pool?: string; field: string; class: FieldClass; text: string };

/**
 * Work on machines, in order. `create` adds `count` machines to a pool at the same time. The others name the machines
 * that change at the same time. `replace` makes a new machine for each before it deletes it.
 */
export type MachineStep =
  | { kind: 'create'; pool: string; count: number }
  | { kind: 'delete'; pool: string; machines: string[] }
  | { kind: 'replace'; pool: string; machines: string[] }
  | { kind: 'restart'; machines: string[] };

/**
 * What a change would do. With refusals nothing would be done, so there are no steps. An unchanged form has no changes
 * and no steps.
 */
export type ChangePlan = {
  changes: ChangedField[];
  steps: MachineStep[];
  /** Seconds until the last step is done. Null if nothing was measured. */
  expectedSeconds: number | null;
  refused: Refusal[];
};
