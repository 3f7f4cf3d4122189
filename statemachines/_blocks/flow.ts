import type { Fail, Succeed, TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { MachineParts } from './machine.ts';

/** The two ids in the input of every step, as JSONata texts. */
export type Target = { operationUuid: string; clusterUuid: string };

/** The states with which a state machine ends. They are the same for every kind of object. */
export type BareFlow = {
  scope: Construct;
  parts: MachineParts;
  /** The end of the state machine if the cluster has a newer operation than this one. */
  superseded: Succeed;
  /** The state that handles caught failures. It reads the variable `failure` {error, cause, step}. */
  recordFailure: TaskStateBase | Fail;
};
export type Flow = BareFlow & { target: Target };

/** JSONata text of a field of the execution's input. It works in every state, even inside a Map. */
export const executionInput = (field: string): string => `{% $states.context.Execution.Input.${field} %}`;

export const TARGET: Target = {
  operationUuid: executionInput('operationUuid'),
  clusterUuid: executionInput('clusterUuid'),
};
