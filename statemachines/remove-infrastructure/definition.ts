import { Chain, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { TARGET } from '../_blocks/flow.ts';
import { forEachTenant } from '../_blocks/for-each.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Deletes the infrastructure of a managed cluster when its machines
 * are gone: first the contents of its projects, then the projects. Finally a sweep proves that no project is left
 * (docs/spec/design.md#deletion-is-complete). Works from any unfinished state.
 */
function define(parts: MachineParts): IChainable {
  const { scope, deadlines } = parts;
  const flow = flowOf(parts, TARGET);
  const { emptyTenants, deleteProject, sweepProjects } = steps.infrastructure;
  const sweep = runStep(flow, 'SweepProjects', sweepProjects, TARGET).next(
    Succeed.jsonata(scope, 'InfrastructureRemoved'),
  );
  const afterSeconds = deadlines.tenantsEmpty;
  const cause = `{% 'The tenants were not empty within ${afterSeconds} s. Not deleted yet: ' & $states.input.left %}`;
  const empty = pollUntil(flow, 'EmptyTenants', emptyTenants, TARGET, 'gone', {
    deadline: { afterSeconds, error: 'DeletionBlocked', cause },
    next: forEachTenant(flow, 'DeleteProject', '$tenants', deleteProject, sweep),
  });
  const assign = { tenants: '{% $states.result.Payload.tenants %}' };
  return Chain.start(runStep(flow, 'ListTenants', steps.records.listTenants, TARGET, assign)).next(empty);
}

export const removeInfrastructure: Machine = { name: 'remove-infrastructure', define };
