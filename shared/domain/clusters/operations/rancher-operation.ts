import { z } from 'zod';
import { instant } from '../../_core/identifier.ts';
import { isSameValue } from '../../_core/values/deep-equal.ts';
import { rotatedService } from '../certificate-rotation.ts';
import { stall } from '../waits/stall.ts';

/** What a restore restores in addition to the data of etcd: nothing, the Kubernetes release, or all settings. */
export const restoreScope = z.enum(['none', 'kubernetesVersion', 'all']);
export type RestoreScope = z.infer<typeof restoreScope>;

/** An operation that Rancher carries out on a whole cluster. Each kind has its own fields. */
export const wantedOperation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot') }),
  z.object({ kind: z.literal('restore'), snapshotName: z.string(), scope: restoreScope }),
  z.object({ kind: z.literal('certificates'), services: z.array(rotatedService) }),
  z.object({ kind: z.literal('encryption-keys') }),
]);
export type WantedOperation = z.infer<typeof wantedOperation>;
export type OperationKind = WantedOperation['kind'];

export type WantedRestore = Extract<WantedOperation, { kind: 'restore' }>;

/**
 * An accepted operation. The phase is stored here, so that Paddock still knows the phase if the objects in Rancher are
 * changed or deleted.
 */
export const rancherOperation = z.object({
  wanted: wantedOperation,
  /**
   * The number of this operation. Rancher numbers the operations of each kind. Absent until Paddock has requested the
   * operation from Rancher.
   */
  generation: z.int().optional(),
  startedAt: instant,
  /** Rancher's name of the phase at the last observation. Empty if the operation has not begun. */
  phase: z.string(),
  phaseSince: instant,
  /** Why the operation has failed, or does not go on. */
  stall: stall.optional(),
});
export type RancherOperation = z.infer<typeof rancherOperation>;
/** An operation that was requested from Rancher, or that is requested now. */
export type NumberedOperation = RancherOperation & { generation: number };

export const endedOperation = rancherOperation.extend({ endedAt: instant });
export type EndedOperation = z.infer<typeof endedOperation>;

/** For each kind of operation, the field in `rkeConfig` of the provisioning cluster that counts these operations. */
export const COUNTERS = {
  snapshot: 'etcdSnapshotCreate',
  restore: 'etcdSnapshotRestore',
  certificates: 'rotateCertificates',
  'encryption-keys': 'rotateEncryptionKeys',
} as const satisfies Readonly<Record<OperationKind, string>>;

/** `rkeConfig` of a provisioning cluster, as read from Rancher. */
export type RkeConfig = Readonly<Record<string, unknown>>;
const counter = z.looseObject({ generation: z.int().nullish() }).nullish().catch(undefined);

/** The number of the last operation of this kind that was requested from Rancher. 0 if there was none. */
export const requestedGeneration = (kind: OperationKind, rkeConfig: RkeConfig): number =>
  counter.parse(rkeConfig[COUNTERS[kind]])?.generation ?? 0;

export function beginOperation(wanted: WantedOperation, now: Date): RancherOperation {
  const at = now.toISOString();
  return { wanted, startedAt: at, phase: '', phaseSince: at };
}

/**
 * Gives the operation a number if it has none yet. The number is higher than the numbers of all operations that were
 * requested from Rancher or that Rancher has finished.
 */
export const numbered = (
  operation: RancherOperation,
  { requested, finished }: { requested: number; finished: number },
): NumberedOperation => ({ ...operation, generation: operation.generation ?? Math.max(requested, finished) + 1 });

export type RequestedOperation = Pick<NumberedOperation, 'wanted' | 'generation'>;
function requestOf({ wanted, generation }: RequestedOperation) {
  if (wanted.kind === 'restore') {
    return { generation, name: wanted.snapshotName, restoreRKEConfig: wanted.scope };
  }
  const services = wanted.kind === 'certificates' ? wanted.services : [];
  return { generation, ...(services.length > 0 && { services }) };
}

/**
 * Whether Rancher already has this request. Further fields in Rancher are ignored, because Rancher may have added them.
 */
function isSameRequest(written: RkeConfig, request: RkeConfig): boolean {
  return Object.entries(request).every(([field, value]) => isSameValue(written[field], value));
}

/**
 * Returns `rkeConfig` with the operation. Returns `known` if Rancher was already asked for this operation or for a
 * later operation of this kind, so a repeated request starts nothing. Returns `taken` if somebody else has used the
 * operation's `generation` for another operation.
 */
export function withOperation(rkeConfig: RkeConfig, operation: RequestedOperation): RkeConfig | 'known' | 'taken' {
  const { kind } = operation.wanted;
  const [requested, request] = [requestedGeneration(kind, rkeConfig), requestOf(operation)];
  if (requested > operation.generation) return 'known';
  if (requested < operation.generation) return { ...rkeConfig, [COUNTERS[kind]]: request };
  return isSameRequest(counter.parse(rkeConfig[COUNTERS[kind]]) ?? {}, request) ? 'known' : 'taken';
}

/** Adds an operation that has ended. Only the last ended operation of each kind is kept. */
export const withEnded = (ended: readonly EndedOperation[] = [], operation: EndedOperation): EndedOperation[] => [
  ...ended.filter(({ wanted }) => wanted.kind !== operation.wanted.kind),
  operation,
];
