import { Invalid, NotAllowed } from '#shared/errors';
import type { ActingRole } from '../cluster-access/acting-role.ts';

/** A project of the cluster, as Rancher shows it to the caller. */
type Project = { clusterId: string; isSystem: boolean };
type Move = {
  clusterId: string;
  /** The project in which the namespace is now. Undefined if it is in none, or if the caller does not see it. */
  from: Project | undefined;
  /** Undefined if there is no such project, or if the caller does not see it. */
  to: Project | undefined;
};

/**
 * Throws if the caller may not move the namespace. Rancher itself checks nothing when its action `move` is called: a
 * member of one project could put a namespace into any project, even into System (measured with Rancher 2.15). So this
 * check is as strict as Rancher's webhook, which asks for the right to manage namespaces in both projects. An owner of
 * the cluster has this right everywhere, others only in the projects that they own. Nobody moves a namespace into or out
 * of System.
 */
export function assertMayMove(role: ActingRole, { clusterId, from, to }: Move): void {
  if (to === undefined || to.clusterId !== clusterId)
    throw new Invalid({ project: ['The project must be in the cluster of the namespace.'] });
  if (to.isSystem) throw new Invalid({ project: ['Namespaces cannot be moved into Rancher’s System project.'] });
  if (from?.isSystem) throw new Invalid({ project: ['Namespaces cannot be moved out of Rancher’s System project.'] });
  if (role.cluster === 'cluster-owner') return;
  if (role.project !== 'project-owner' || from === undefined) {
    throw new NotAllowed(
      'You may not manage namespaces in the present project of the namespace. You need the role owner in the organization, or the role manager in the project.',
    );
  }
}
