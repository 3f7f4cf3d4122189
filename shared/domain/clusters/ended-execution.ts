import { isMachineFor } from '../_core/cluster-driver.ts';
import { type Failure, failureOf } from '../_core/failure.ts';
import {
  type AppMachine,
  type ClusterMachine,
  isAppMachine,
  isProjectMachine,
  type ProjectMachine,
} from '../_core/operation.ts';

/**
 * State of an operation's execution in Step Functions. `unknown`: Step Functions has no execution with this name, for
 * example because it keeps ended executions for only 90 days.
 */
export type ExecutionState =
  | { kind: 'running' }
  | { kind: 'succeeded' | 'stopped' | 'timed-out' | 'unknown' }
  | { kind: 'failed'; error: string; cause: string };
export type ExecutionEnd = Exclude<ExecutionState, { kind: 'running' }>;

/** State machines whose executions are looked up after they have ended without recording a result. */
export type LookedUpMachine = ClusterMachine | AppMachine | ProjectMachine;

function whatOf(machine: LookedUpMachine): string {
  if (isAppMachine(machine)) return 'application';
  if (machine === 'process-order' || isProjectMachine(machine)) return 'order';
  if (isMachineFor('upgradeCluster', machine)) return 'upgrade';
  if (isMachineFor('rotateCertificates', machine)) return 'rotation';
  if (isMachineFor('operateCluster', machine)) return 'operation';
  if (isMachineFor('changePools', machine)) return 'change of pools';
  if (isMachineFor('changeClusterApi', machine)) return 'change';
  return isMachineFor('hibernateCluster', machine) || isMachineFor('wakeCluster', machine) ? 'hibernation' : 'node';
}
const SAYS: Readonly<Record<Exclude<ExecutionEnd['kind'], 'failed'>, string>> = {
  succeeded: 'ended without a result.',
  stopped: 'was stopped by an operator.',
  'timed-out': 'exceeded its time limit.',
  unknown: 'did not start, or its history has expired.',
};

/**
 * Text of the error `FailureNotRecorded`. The text contains the failure that could not be recorded
 * (statemachines/_blocks/record-failure.ts).
 */
const NOT_RECORDED = /^(?<error>\S+) in (?<step>\S+) could not be written for \S+: (?<words>.*)$/s;

/** The failure of an operation whose state machine ended without recording a failure. */
export function failureOfLost(machine: LookedUpMachine, end: ExecutionEnd, at: string): Failure {
  if (end.kind !== 'failed') {
    const message = `The work on this ${whatOf(machine)} ${SAYS[end.kind]}`;
    return { code: 'INTERNAL', owner: 'operator', retryable: true, message, step: machine, at };
  }
  const { error, step, words = '' } = NOT_RECORDED.exec(end.cause)?.groups ?? {};
  if (error !== undefined && step !== undefined) return failureOf({ error, cause: words, step }, at);
  return failureOf({ error: end.error, cause: end.cause, step: machine }, at);
}
