import { Chain, Choice, Condition, type Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { executionInput, TARGET } from '#machines/_blocks/flow';
import type { Machine, MachineParts } from '#machines/_blocks/machine';
import { CAUGHT, flowOf } from '#machines/_blocks/record-failure';
import { bareStep, runStep } from '#machines/_blocks/run-step';
import { steps } from '#shared/contracts/steps';

/**
 * Input {operationUuid, clusterUuid, groupUuid, membershipUuid, correlationId}. Makes Rancher and Keycloak match a
 * membership's record. For a new membership, the group gets its role in Rancher first. Then the member is added to the
 * group in Keycloak, so that the member has access at once. For a removed membership, the order is reversed.
 */
function define(parts: MachineParts): IChainable {
  const { scope } = parts;
  const target = {
    ...TARGET,
    groupUuid: executionInput('groupUuid'),
    membershipUuid: executionInput('membershipUuid'),
  };
  const flow = flowOf(
    parts,
    target,
    (failed: Fail) => failed,
    () => bareStep({ parts }, 'RecordFailure', steps.records.failMembership, { ...target, ...CAUGHT }),
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

export const reconcileMembership: Machine = { name: 'reconcile-membership', define };
