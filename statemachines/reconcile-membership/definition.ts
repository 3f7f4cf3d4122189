import { Chain, Choice, Condition, type Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { executionInput, type StepFunctions } from '#machines/_blocks/flow';
import { CAUGHT, flowOf } from '#machines/_blocks/record-failure';
import { bareStep, runStep } from '#machines/_blocks/run-step';
import { steps } from '#shared/contracts/steps';

/**
 * Input {operationUuid, clusterUuid, groupUuid, membershipUuid, correlationId}. Makes Rancher and Keycloak follow a
 * membership's record. When it was given, the group's role comes first, so that members can enter at once; when it was
 * removed, the order is reversed.
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
  const reconciled = Succeed.jsonata(scope, 'MembershipReconciled');
  const takeAway = Chain.start(runStep(flow, 'UnbindGroup', steps.rancher.syncRoleBinding, target))
    .next(runStep(flow, 'DeleteGroup', steps.keycloak.deleteGroup, target))
    .next(reconciled);
  const isEmpty = Choice.jsonata(scope, 'IsGroupEmpty')
    .when(Condition.jsonata('{% $states.input.empty %}'), takeAway)
    .otherwise(reconciled);
  return Chain.start(runStep(flow, 'BindGroup', steps.rancher.syncRoleBinding, target))
    .next(runStep(flow, 'ReconcileMembership', steps.keycloak.reconcileMembership, target))
    .next(isEmpty);
}
