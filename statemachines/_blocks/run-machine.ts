import { Duration } from 'aws-cdk-lib';
import { IntegrationPattern, type IStateMachine, TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { failureOf } from './failure-of.ts';
import { executionInput, type Flow } from './flow.ts';
import { START_RETRY } from './retry-policy.ts';

/** A child machine: where it is, the input beside ids and correlation id, and how long it may run in all. */
export type Child = {
  machine: IStateMachine;
  name: string;
  timeout: Duration;
  input?: Record<string, string | number>;
  /** Whether the state is passed more than once, each time with a child of its own. */
  isRepeated?: boolean;
};

/** The parent outlives the child's own timeout, which says more. */
const GRACE = Duration.minutes(1);

/** The same for every attempt to start the child. */
const TIME_OF_ENTRY = " & '-' & $string($toMillis($states.context.State.EnteredTime))";

/**
 * Starts a child and waits for its end. It is named after the operation, so that it exists once. A child records its own
 * failure; the Catch is for one that died without (timed out, stopped), and recordFailure keeps what is there already.
 */
export function runMachine(
  flow: Flow,
  id: string,
  { machine, name, timeout, input = {}, isRepeated = false }: Child,
): StepFunctionsStartExecution {
  const task = StepFunctionsStartExecution.jsonata(flow.scope, id, {
    stateMachine: machine,
    integrationPattern: IntegrationPattern.RUN_JOB,
    name: `{% $states.context.Execution.Input.operationUuid & '-${id}'${isRepeated ? TIME_OF_ENTRY : ''} %}`,
    input: TaskInput.fromObject({ ...flow.target, correlationId: executionInput('correlationId'), ...input }),
    taskTimeout: Timeout.duration(timeout.plus(GRACE)),
    outputs: {},
  });
  for (const retry of START_RETRY) task.addRetry(retry);
  task.addCatch(flow.recordFailure, { assign: { failure: failureOf(name) } });
  return task;
}
