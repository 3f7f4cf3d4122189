import { z } from 'zod';
import { instant } from '../../_core/identifier.ts';
import { rotatedService } from '../../clusters/certificate-rotation.ts';

/** What a restore restores in addition to the data of etcd: nothing, the Kubernetes release, or all settings. */
export const restoreScope = z.enum(['none', 'kubernetesVersion', 'all']);

/** An operation that Rancher carries out on a whole cluster. Each kind has its own fields. */
export const wantedOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot') }),
  z.object({ kind: z.literal('restore'), snapshotName: z.string(), scope: restoreScope }),
  z.object({ kind: z.literal('certificates'), services: z.array(rotatedService) }),
  z.object({ kind: z.literal('encryption-keys') }),
]);
export type WantedOperation = z.infer<typeof wantedOperation>;
export type OperationKind = WantedOperation['kind'];

/**
 * An accepted operation. Rancher numbers the operations of each kind, and `generation` is the number of this operation.
 * The phase is stored here, so that it is known whatever happens to the objects in Rancher.
 */
export const poolOperation = z.object({
  wanted: wantedOperation,
  generation: z.int(),
  startedAt: instant,
  /** Rancher's name of the phase at the last observation. Empty if the operation has not begun. */
  phase: z.string(),
  phaseSince: instant,
});
export type PoolOperation = z.infer<typeof poolOperation>;

/** The field in `rkeConfig` of the provisioning cluster that counts the operations of each kind. */
export const COUNTERS = {
  snapshot: 'etcdSnapshotCreate',
  restore: 'etcdSnapshotRestore',
  certificates: 'rotateCertificates',
  'encryption-keys': 'rotateEncryptionKeys',
} as const satisfies Readonly<Record<OperationKind, string>>;

/** `rkeConfig` of a provisioning cluster, as read from Rancher. */
export type RkeConfig = Readonly<Record<string, unknown>>;
const counter = z.object({ generation: z.int().nullish() }).nullish();

/** The number of the last operation of this kind that was requested from Rancher. 0 if there was none. */
export const requestedGeneration = (kind: OperationKind, rkeConfig: RkeConfig): number =>
  counter.catch(undefined).parse(rkeConfig[COUNTERS[kind]])?.generation ?? 0;

/**
 * An operation that is accepted now. Its number is higher than those of all operations that were requested from Rancher
 * or that Rancher has finished.
 */
export function beginOperation(
  wanted: WantedOperation,
  { requested, finished }: { requested: number; finished: number },
  now: Date,
): PoolOperation {
  const at = now.toISOString();
  return { wanted, generation: Math.max(requested, finished) + 1, startedAt: at, phase: '', phaseSince: at };
}

function requestOf({ wanted, generation }: PoolOperation) {
  if (wanted.kind === 'restore') {
    return { generation, name: wanted.snapshotName, restoreRKEConfig: wanted.scope };
  }
  const services = wanted.kind === 'certificates' ? wanted.services : [];
  return { generation, ...(services.length > 0 && { services }) };
}

/**
 * `rkeConfig` with the operation. Undefined if this operation or a later one is already in it, so that a repeated
 * request starts nothing.
 */
export function withOperation(rkeConfig: RkeConfig, operation: PoolOperation): RkeConfig | undefined {
  const { kind } = operation.wanted;
  if (requestedGeneration(kind, rkeConfig) >= operation.generation) return undefined;
  return { ...rkeConfig, [COUNTERS[kind]]: requestOf(operation) };
}
