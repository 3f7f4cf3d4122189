import { Chain, Choice, Condition, type Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { executionInput, type StepFunctions } from '#machines/_blocks/flow';
import { CAUGHT, flowOf } from '#machines/_blocks/record-failure';
import { bareStep, runStep } from '#machines/_blocks/run-step';
import { steps } from '#shared/contracts/steps';

/**
 * Input {operationUuid, clusterUuid, groupUuid, membershipUuid, correlationId}. Makes Rancher and Keycloak follow the record of a membership,
 * whether it was given or taken away: the group's role first, so that who is in the group can enter; taken away in the other order.
 */
export function reconcileMembership(scope: Construct, { functions }: { functions: StepFunctions }): IChainable {
  const target = {
    ...{ operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') },
    ...{ groupUuid: executionInput('groupUuid'), membershipUuid: executionInput('membershipUuid') },
  };
  const flow = flowOf(
    scope,
    functions,
    target,
    (failed: Fail) => failed,
    () => bareStep({ scope, functions }, 'RecordFailure', steps.records.failMembership, { ...target, ...CAUGHT }),
  );
  const settled = Succeed.jsonata(scope, 'MembershipReconciled');
  const takeAway = Chain.start(runStep(flow, 'UnbindGroup', steps.rancher.syncRoleBinding, target))
    .next(runStep(flow, 'DeleteGroup', steps.keycloak.deleteGroup, target))
    .next(settled);
  const isEmpty = Choice.jsonata(scope, 'IsGroupEmpty')
    .when(Condition.jsonata('{% $states.input.empty %}'), takeAway)
    .otherwise(settled);
  return Chain.start(runStep(flow, 'BindGroup', steps.rancher.syncRoleBinding, target))
    .next(runStep(flow, 'ReconcileMembership', steps.keycloak.reconcileMembership, target))
    .next(isEmpty);
}
