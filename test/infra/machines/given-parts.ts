import { Duration, Stack } from 'aws-cdk-lib';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { madeUpFunctions } from '#machines/asl-of';
import { DEFAULT_DEADLINES } from '#machines/deadlines';

/**
 * The argument of `MachineParts` for a test. Constructs belong to a new stack. Every child state machine has a timeout
 * of two hours.
 */
export function givenParts() {
  const scope = new Stack();
  const machine = StateMachine.fromStateMachineName(scope, 'Child', 'child');
  const started = () => ({ machine, timeout: Duration.hours(2) });
  return { scope, functions: madeUpFunctions(scope), deadlines: DEFAULT_DEADLINES, started };
}
