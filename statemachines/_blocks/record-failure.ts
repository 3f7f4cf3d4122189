import { Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { steps } from '#shared/contracts/steps';
import type { BareFlow, Flow, Target } from './flow.ts';
import type { MachineParts } from './machine.ts';
import { bareStep } from './run-step.ts';

export const CAUGHT = {
  error: '{% $failure.error %}',
  cause: '{% $failure.cause %}',
  failedStep: '{% $failure.step %}',
};

/**
 * Makes the states with which a state machine ends. `Superseded` ends the state machine without a failure.
 * `RecordFailure` writes the variable `failure` into a record that users see. Then the state machine fails, with the
 * caught error.
 * @param afterwards a state between recording and failing
 * @param record writes the failure
 */
export function endsOf(
  parts: MachineParts,
  record: () => LambdaInvoke,
  afterwards = (failed: Fail, _superseded: Succeed): IChainable => failed,
  about: 'cluster' | 'resource' = 'cluster',
): BareFlow {
  const { scope } = parts;
  const superseded = Succeed.jsonata(scope, 'Superseded', {
    comment: `The ${about} has a newer operation, which writes the record.`,
  });
  const notRecorded = Fail.jsonata(scope, 'FailureNotRecorded', {
    error: 'FailureNotRecorded',
    cause: `{% $failure.error & ' in ' & $failure.step & ' could not be written for ' & $states.input.Error & ': ' & $failure.cause %}`,
  });
  const failed = Fail.jsonata(scope, 'Failed', { error: '{% $failure.error %}', cause: '{% $failure.cause %}' });
  const recordFailure = record()
    .addCatch(superseded, { errors: ['Superseded'] })
    .addCatch(notRecorded);
  recordFailure.next(afterwards(failed, superseded));
  return { scope, parts, superseded, recordFailure };
}

/**
 * The end states of a state machine that works on a cluster.
 * @param record writes the failure. By default, writes it to the cluster, or only to the node if the operation is on
 * one node
 */
export const flowOf = (
  parts: MachineParts,
  target: Target,
  afterwards?: (failed: Fail, superseded: Succeed) => IChainable,
  record = () => bareStep({ parts }, 'RecordFailure', steps.records.recordFailure, { ...target, ...CAUGHT }),
): Flow => ({ ...endsOf(parts, record, afterwards), target });
