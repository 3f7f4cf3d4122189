import { Duration } from 'aws-cdk-lib';
import { IntegrationPattern, TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { MachineName } from '../machine-names.ts';
import { failureOf } from './failure-of.ts';
import { executionInput, type Flow } from './flow.ts';
import { START_RETRY } from './retry-policy.ts';

/** The input of the started state machine, except ids and correlation id. */
export type ChildRun = {
  input?: Record<string, string | number>;
  /** Whether the state runs more than once. Each run must then start a new execution. */
  isRepeated?: boolean;
};

/**
 * The parent's timeout is this much longer than the timeout of the child state machine. The child therefore times out
 * first, and the child's error has more details.
 */
const GRACE = Duration.minutes(1);

/**
 * The time at which the state was entered, for the execution's name. Retries of the state have the same time, so they
 * cannot start a second execution.
 */
const TIME_OF_ENTRY = " & '-' & $string($toMillis($states.context.State.EnteredTime))";

/**
 * Starts another state machine and waits for its end. The execution is named after the operation's uuid, so it cannot
 * start twice. Usually an execution records its own failure. The Catch is for executions that timed out or were
 * stopped. A failure that is already recorded stays.
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
