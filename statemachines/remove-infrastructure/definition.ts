import { Chain, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { executionInput, type StepFunctions } from '../_blocks/flow.ts';
import { forEachTenant } from '../_blocks/for-each.ts';
import { lookUntil } from '../_blocks/look-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';
import type { Deadlines } from '../deadlines.ts';

export type RemoveInfrastructureNeeds = { functions: StepFunctions; deadlines: Deadlines };

/**
 * Input {operationUuid, clusterUuid, correlationId}. Deletes the infrastructure of a managed cluster after its
 * machines: the contents of its projects, the projects, and then proves that none is left
 * (docs/spec/design.md#deletion-is-complete). Works from any unfinished state.
 */
export function removeInfrastructure(scope: Construct, needs: RemoveInfrastructureNeeds): IChainable {
  const { functions, deadlines } = needs;
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, functions, target);
  const { emptyTenants, deleteProject, sweepProjects } = steps.infrastructure;
  const sweep = runStep(flow, 'SweepProjects', sweepProjects, target).next(
    Succeed.jsonata(scope, 'InfrastructureRemoved'),
  );
  const afterSeconds = deadlines.tenantsEmpty;
  const cause = `{% 'The tenants were not empty within ${afterSeconds} s. Still there: ' & $states.input.left %}`;
  const empty = lookUntil(flow, 'EmptyTenants', emptyTenants, target, 'gone', {
    deadline: { afterSeconds, error: 'DeletionBlocked', cause },
    next: forEachTenant(flow, 'DeleteProject', '$tenants', deleteProject, sweep),
  });
  const assign = { tenants: '{% $states.result.Payload.tenants %}' };
  return Chain.start(runStep(flow, 'ListTenants', steps.records.listTenants, target, assign)).next(empty);
}
