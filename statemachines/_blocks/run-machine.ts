import { Duration } from 'aws-cdk-lib';
import { IntegrationPattern, TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { MachineName } from '../machine-names.ts';
import { failureOf } from './failure-of.ts';
import { executionInput, type Flow } from './flow.ts';
import { START_RETRY } from './retry-policy.ts';

/** The input of the started state machine, without ids and correlation id. */
export type ChildRun = {
  input?: Record<string, string | number>;
  /** Whether the state runs more than once. Each run then starts a new execution. */
  isRepeated?: boolean;
};

/**
 * How much longer the parent waits than the timeout of the started state machine. The started state machine then times
 * out first, and its own error gives the better reason.
 */
const GRACE = Duration.minutes(1);

/** When the state was entered. It is the same for every attempt to start the execution. */
const TIME_OF_ENTRY = " & '-' & $string($toMillis($states.context.State.EnteredTime))";

/**
 * Starts another state machine and waits for its end. The execution's name is made from the operation's uuid, so that
 * it can start only once. An execution normally records its own failure. The Catch records a failure if the execution
 * timed out or was stopped. A failure that is already recorded is kept.
 */
export function runMachine(
  flow: Flow,
  id: string,
  name: MachineName,
  { input = {}, isRepeated = false }: ChildRun = {},
): StepFunctionsStartExecution {
  const { machine, timeout } = flow.parts.started(name);
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
