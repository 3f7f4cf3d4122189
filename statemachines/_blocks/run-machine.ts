import { Duration } from 'aws-cdk-lib';
import { IntegrationPattern, TaskInput, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { MachineName } from '../machine-names.ts';
import { failureOf } from './failure-of.ts';
import { executionInput, type Flow } from './flow.ts';
import { START_RETRY } from './retry-policy.ts';

/** The input of a child besides ids and correlation id. */
export type ChildRun = {
  input?: Record<string, string | number>;
  /** Whether the state runs more than once, each time with a new child. */
  isRepeated?: boolean;
};

/** The parent waits longer than the child's own timeout, which says more. */
const GRACE = Duration.minutes(1);

/** The same for every attempt to start the child. */
const TIME_OF_ENTRY = " & '-' & $string($toMillis($states.context.State.EnteredTime))";

/**
 * Starts a child and waits for its end. It is named after the operation, so that it exists once. A child records its
 * own failure. The Catch is for a child that could not (timed out, stopped); recordFailure keeps an existing record.
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
