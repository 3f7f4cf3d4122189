import type { Duration } from 'aws-cdk-lib';
import { Choice, Condition, Fail, type IChainable, type IStateMachine, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { failureOf } from '../_blocks/failure-of.ts';
import { executionInput, type Flow, type StepFunctions } from '../_blocks/flow.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { bareStep } from '../_blocks/run-step.ts';

type Started = { machine: IStateMachine; timeout: Duration };
export type ProcessOrderNeeds = { functions: StepFunctions; createCluster: Started; deleteCluster: Started };

/** Input {operationUuid, orderUuid, correlationId}. The machine that carries the order out writes order, resource and cluster. */
export function processOrder(scope: Construct, needs: ProcessOrderNeeds): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: '{% $clusterUuid %}' };
  const flow = flowOf(scope, needs.functions, target);
  const done = Succeed.jsonata(scope, 'OrderProcessed');
  const carryOut = Choice.jsonata(scope, 'WhichOrder')
    .when(
      Condition.jsonata(`{% $states.input.type = 'Create' %}`),
      runMachine(flow, 'CreateCluster', { ...needs.createCluster, name: 'create-cluster' }).next(done),
    )
    .otherwise(runMachine(flow, 'DeleteCluster', { ...needs.deleteCluster, name: 'delete-cluster' }).next(done));
  return beginOrder(flow).next(carryOut);
}

/** Until the order is read nobody knows its cluster, so there is no record to write a failure on. */
function beginOrder(flow: Flow) {
  const notBegun = Fail.jsonata(flow.scope, 'OrderNotBegun', {
    error: '{% $failure.error %}',
    cause: '{% $failure.cause %}',
  });
  const input = { operationUuid: flow.target.operationUuid, orderUuid: executionInput('orderUuid') };
  const assign = { clusterUuid: '{% $states.result.Payload.clusterUuid %}' };
  return bareStep(flow, 'BeginOrder', steps.records.beginOrder, input, { assign })
    .addCatch(flow.superseded, { errors: ['Superseded'] })
    .addCatch(notBegun, { assign: { failure: failureOf(steps.records.beginOrder.name) } });
}
