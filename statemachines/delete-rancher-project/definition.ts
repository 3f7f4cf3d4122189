import { Chain, type IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { finishProject, PROJECT_TARGET, projectFlow, projectStep } from '../_blocks/project-flow.ts';

/**
 * Input {operationUuid, resourceUuid, correlationId}. Removes the group's access, and deletes the namespaces and the
 * project. The group in Keycloak is deleted last. If the deletion of the group fails, nothing is left in Rancher, and a
 * retry of the order deletes the group.
 */
function define(parts: MachineParts): IChainable {
  const flow = projectFlow(parts);
  const { projectGone: afterSeconds } = parts.deadlines;
  const cause = `Rancher has not deleted the project and its namespaces within ${afterSeconds} s.`;
  const next = projectStep(flow, 'DeleteGroup', steps.keycloak.deleteProjectGroup).next(
    finishProject(flow, 'ProjectDeleted'),
  );
  const gone = pollUntil(flow, 'DeleteProject', steps.rancher.deleteProject, PROJECT_TARGET, 'gone', {
    deadline: { afterSeconds, error: 'DeletionBlocked', cause },
    next,
  });
  return Chain.start(projectStep(flow, 'UnbindGroup', steps.rancher.unbindProjectGroup)).next(gone);
}

export const deleteRancherProject: Machine = { name: 'delete-rancher-project', define };
