import { isSameValue } from '../../_core/values/deep-equal.ts';
import type { Stall } from '../waits/stall.ts';
import { ENDED, OPERATION_TEXTS, PHASES, percentOf } from './operation-phases.ts';
import {
  beginOperation,
  type NumberedOperation,
  type OperationKind,
  type RancherOperation,
  type WantedOperation,
} from './rancher-operation.ts';

/** What Rancher's planner shows of one kind of operation (`status` of the RKEControlPlane). */
export type SeenOperation = {
  /** The number of the operation that the planner is working on or has finished. 0 if there was none yet. */
  generation: number;
  /** The phase of the operation. Empty for a rotation of certificates, and before the first operation. */
  phase: string;
  /** Whether the planner has nothing left to do. */
  isReconciled: boolean;
  /** What the planner waits for, in Rancher's words. Empty if it waits for nothing. */
  message: string;
};

/** The progress of an operation. The caller has to store `operation`, which has the phase that was just seen. */
export type OperationProgress = { operation: NumberedOperation; percent: number; text: string } & (
  | { state: 'running' }
  | { state: 'done' }
  | { state: 'failed' | 'STALLED'; stall: Stall }
);

/**
 * Longest time that one phase of an operation may take. A rotation of certificates has no phases, so this is the
 * longest time for the whole rotation.
 */
const PHASE_MINUTES: Readonly<Record<OperationKind, number>> = {
  snapshot: 15,
  restore: 20,
  certificates: 60,
  'encryption-keys': 20,
};
const NEXT_STEPS: Readonly<Record<OperationKind, string>> = {
  snapshot: 'Repair the etcd member or the S3 bucket that Rancher names, then take another snapshot.',
  restore: 'Repair the machine that Rancher names, then restore the same or another snapshot.',
  certificates: 'Repair the machine that Rancher waits for, then repeat the rotation.',
  'encryption-keys': 'Repair the server that Rancher names, then repeat the rotation.',
};

function stallOf(operation: NumberedOperation, seen: SeenOperation, message: string): Stall {
  const { kind } = operation.wanted;
  const said = seen.message === '' ? '' : ` Rancher says: ${seen.message}.`;
  return {
    code: kind === 'certificates' ? 'ROTATION_TIMEOUT' : 'OPERATION_STALLED',
    owner: 'operator',
    retryable: true,
    message: `${message}${said}`,
    nextStep: NEXT_STEPS[kind],
  };
}

/** The operation with the given phase, and with the time since which Rancher has shown this phase. */
function withPhase(operation: NumberedOperation, phase: string, now: Date): NumberedOperation {
  return phase === operation.phase ? operation : { ...operation, phase, phaseSince: now.toISOString() };
}

const isOneOf = (names: readonly string[], phase: string): boolean => names.includes(phase);

/**
 * Whether Rancher has finished this operation, or works on a later operation of this kind. Rancher shows a rotation of
 * certificates only when the rotation has finished.
 */
function isDone({ wanted: { kind }, generation }: NumberedOperation, seen: SeenOperation): boolean {
  if (seen.generation > generation) return true;
  if (seen.generation < generation) return false;
  return kind === 'certificates' ? seen.isReconciled : isOneOf(ENDED.succeeded, seen.phase);
}

/** What Rancher does in this phase, as a text for users. */
export function phaseText(
  { wanted: { kind }, phase }: Pick<RancherOperation, 'wanted' | 'phase'>,
  message = '',
): string {
  const known = PHASES[kind].find(({ name }) => name === phase)?.text;
  const detail = [known, message].filter((text) => text !== undefined && text !== '').join('; ');
  return detail === '' ? OPERATION_TEXTS[kind] : `${OPERATION_TEXTS[kind]}: ${detail}`;
}

/** Whether Rancher is in the middle of an operation of this kind. */
export const isGoingOn = ({ phase }: Pick<SeenOperation, 'phase'>): boolean =>
  phase !== '' && !isOneOf([...ENDED.succeeded, ...ENDED.failed], phase);

/**
 * Makes the operation that is accepted now. An operation that repeats an interrupted operation gets the number of the
 * interrupted operation, so that Rancher continues it. If Rancher has given up the interrupted operation, the new
 * operation gets another number.
 */
export function acceptedOperation(
  wanted: WantedOperation,
  { interrupted, seen }: { interrupted: RancherOperation | undefined; seen: SeenOperation },
  now: Date,
): RancherOperation {
  const accepted = beginOperation(wanted, now);
  const generation = isSameValue(interrupted?.wanted, wanted) ? interrupted?.generation : undefined;
  const isGivenUp = seen.generation === generation && isOneOf(ENDED.failed, seen.phase);
  return generation === undefined || isGivenUp ? accepted : { ...accepted, generation };
}

/**
 * The progress of an operation, from Rancher's status. Every operation ends in one of three ways: it is done, Rancher
 * reports a failure, or one phase takes too long (`STALLED`).
 */
export function operationProgress(before: NumberedOperation, seen: SeenOperation, now: Date): OperationProgress {
  const { kind } = before.wanted;
  const isOurs = seen.generation === before.generation;
  const operation = withPhase(before, isOurs ? seen.phase : before.phase, now);
  const text = phaseText(operation, seen.message);
  const at = { operation, percent: percentOf(kind, operation.phase), text };
  if (isDone(before, seen)) return { ...at, state: 'done', percent: 100, text: `${OPERATION_TEXTS[kind]}: done` };
  if (isOurs && isOneOf(ENDED.failed, seen.phase)) {
    return { ...at, state: 'failed', stall: stallOf(operation, seen, 'Rancher has given up the operation.') };
  }
  const minutes = PHASE_MINUTES[kind];
  if (now.getTime() - Date.parse(operation.phaseSince) < minutes * 60_000) return { ...at, state: 'running' };
  const where = operation.phase === '' ? 'the operation' : `phase ${operation.phase}`;
  return {
    ...at,
    state: 'STALLED',
    stall: stallOf(operation, seen, `Rancher did not finish ${where} within ${minutes} minutes.`),
  };
}
