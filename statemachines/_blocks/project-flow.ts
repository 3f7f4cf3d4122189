import { Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { type StepContract, steps } from '#shared/contracts/steps';
import { failureOf } from './failure-of.ts';
import { type BareFlow, executionInput } from './flow.ts';
import type { MachineParts } from './machine.ts';
import { CAUGHT, endsOf } from './record-failure.ts';
import { bareStep, runStep } from './run-step.ts';

/** Ids in the input of every operation on a project in a shared cluster. */
export const PROJECT_TARGET = {
  operationUuid: executionInput('operationUuid'),
  resourceUuid: executionInput('resourceUuid'),
};
type OfProject = { operationUuid: string; resourceUuid: string };

/** The flow of a state machine that works on a project. A failure is recorded on the order and the resource. */
export const projectFlow = (parts: MachineParts): BareFlow =>
  endsOf(
    parts,
    () => bareStep({ parts }, 'RecordFailure', steps.records.failProject, { ...PROJECT_TARGET, ...CAUGHT }),
    (failed) => failed,
    'resource',
  );

export const projectStep = <O>(flow: BareFlow, id: string, contract: StepContract<OfProject, O>): LambdaInvoke =>
  runStep(flow, id, contract, PROJECT_TARGET);

export const finishProject = (flow: BareFlow, end: string) =>
  projectStep(flow, 'FinishProject', steps.records.finishProject).next(Succeed.jsonata(flow.scope, end));

/** A step that may fail without failing the order. After the last retry, the flow continues with `afterFailure`. */
export function optionalStep<O>(
  flow: BareFlow,
  id: string,
  contract: StepContract<OfProject, O>,
  afterFailure: LambdaInvoke,
): LambdaInvoke {
  const task = bareStep(flow, id, contract, PROJECT_TARGET);
  task
    .addCatch(flow.superseded, { errors: ['Superseded'] })
    .addCatch(afterFailure, { assign: { failure: failureOf(contract.name) } });
  return task;
}
