import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { percentOf } from '#shared/domain/clusters/operations/operation-phases';
import { phaseText } from '#shared/domain/clusters/operations/operation-progress';
import {
  type RancherOperation,
  restoreScope,
  type WantedOperation,
} from '#shared/domain/clusters/operations/rancher-operation';
import { knownFields } from '../_core/known-fields.ts';
import type { ApiOperation } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { stallView, viewStall } from '../_core/stall.ts';
import { restoreOperation } from './restore-snapshot.ts';

/**
 * A snapshot, a restore or a rotation of encryption keys. A rotation of certificates is recorded in other fields of the
 * cluster.
 */
export const rancherOperationView = z
  .object({
    kind: z.enum(['snapshot', 'restore', 'certificates', 'encryption-keys']),
    state: z
      .enum(['running', 'done', 'failed'])
      .meta({ description: 'A failed operation stays `failed` until another operation of the same kind begins.' }),
    number: z
      .int()
      .nullable()
      .meta({
        description:
          'Rancher’s number of the operation, counted separately for each kind. Null until Rancher is asked to begin.',
        examples: [3],
      }),
    phase: z.string().meta({
      description: 'Rancher’s name of the phase. Empty until the operation has begun in Rancher.',
      examples: ['Started'],
    }),
    text: z.string().meta({
      description: 'What Rancher does in this phase.',
      examples: ['Rancher takes snapshots of etcd: each member of etcd takes a snapshot'],
    }),
    percent: z.int().min(0).max(100).meta({ description: 'How much of the operation is done, in percent.' }),
    snapshot: z.string().nullable().meta({ description: 'The snapshot that is restored. Null for other operations.' }),
    restore_rke_config: restoreScope
      .nullable()
      .meta({ description: 'What a restore restores besides etcd. Null for other operations.' }),
    started_at: instant.meta({ description: 'When the operation was accepted.' }),
    phase_since: instant.meta({ description: 'When Rancher entered this phase.' }),
    ended_at: instant.nullable().meta({
      description:
        'When the operation ended. Null while the operation runs, and while the cluster is `ERRED` because the operation failed.',
    }),
    stalled: stallView
      .nullable()
      .meta({ description: 'Why the operation failed or is blocked in Rancher. Null if there is no such reason.' }),
  })
  .meta({ id: 'RancherOperation' });
type OperationView = z.infer<typeof rancherOperationView>;

export function viewOperation(
  operation: RancherOperation & { endedAt?: string | undefined },
  isInterrupted = false,
): OperationView {
  const { wanted, generation = null, phase, startedAt, phaseSince, endedAt = null, stall } = operation;
  const hasFailed = stall !== undefined || isInterrupted;
  const isDone = endedAt !== null && !hasFailed;
  return {
    ...{ kind: wanted.kind, number: generation, phase, text: phaseText(operation) },
    state: hasFailed ? 'failed' : isDone ? 'done' : 'running',
    percent: isDone ? 100 : percentOf(wanted.kind, phase),
    snapshot: wanted.kind === 'restore' ? wanted.snapshotName : null,
    restore_rke_config: wanted.kind === 'restore' ? wanted.scope : null,
    ...{ started_at: startedAt, phase_since: phaseSince, ended_at: endedAt },
    stalled: stall ? viewStall(stall) : null,
  };
}

/** The last operation of each kind. An operation that runs or was interrupted comes first. */
export function viewOperations({ state, rancherOperation: current, endedOperations = [] }: Cluster): OperationView[] {
  const others = endedOperations.filter(({ wanted }) => wanted.kind !== current?.wanted.kind);
  const views = others.map((operation) => viewOperation(operation));
  return current ? [viewOperation(current, state === 'ERRED'), ...views] : views;
}

const emptyBody = knownFields(z.object({}));
/** Reads a body that must have no fields. Throws Invalid. */
export function parseNothing<T extends WantedOperation>(body: unknown, wanted: T): { wanted: T; isDryRun: boolean } {
  parseBody(emptyBody, body);
  return { wanted, isDryRun: false };
}

const common = { status: 202, reply: rancherOperationView, refuses: [400, 405, 409, 502] } as const;
const AFTERWARDS =
  'The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again; `operations` of the cluster shows the phase. No other operation may be running ' +
  '(409 with the reason). If the cluster becomes `ERRED`, call this again: the operation goes on, or begins again if Rancher has given it up.';

export const operationOperations = {
  'POST /{uuid}/etcd-snapshots/': {
    ...common,
    summary: 'Take a snapshot of a cluster’s etcd',
    description: `Each member of etcd takes a snapshot. ${AFTERWARDS}`,
    rule: 'cluster.take_snapshot',
  },
  'POST /{uuid}/restore_etcd_snapshot/': restoreOperation,
  'POST /{uuid}/rotate_encryption_keys/': {
    ...common,
    summary: 'Rotate the key that encrypts the Secrets of a cluster',
    description:
      'Rancher makes a new key, encrypts all Secrets again, and restarts the servers three times, one server after the other. Every node must be active. ' +
      AFTERWARDS,
    rule: 'cluster.rotate_encryption_keys',
  },
} as const satisfies Record<string, ApiOperation>;
