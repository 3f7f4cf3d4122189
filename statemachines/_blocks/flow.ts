import type { Fail, Succeed, TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { MachineParts } from './machine.ts';

/** The two ids in the input of every step after `records.beginOrder`, as JSONata texts. */
export type Target = { operationUuid: string; clusterUuid: string };

/** Parts of a state machine that every block needs. */
export type Flow = {
  scope: Construct;
  parts: MachineParts;
  target: Target;
  /** The end of the state machine when the cluster has a newer operation than this one. */
  superseded: Succeed;
  /** The state that handles caught failures. Expects the variable `failure` {error, cause, step}. */
  recordFailure: TaskStateBase | Fail;
};

/** JSONata text of a field of the execution's input. It can be read in every state, also inside a Map. */
export const executionInput = (field: string): string => `{% $states.context.Execution.Input.${field} %}`;

/** The ids that every operation on a cluster has. */
export const TARGET: Target = {
  operationUuid: executionInput('operationUuid'),
  clusterUuid: executionInput('clusterUuid'),
};
