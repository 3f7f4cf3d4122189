import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import {
  childGroupName,
  type GroupNameStyle,
  type GroupOwner,
  parentGroupName,
} from '../cluster-access/groups/group-names.ts';

/**
 * The uuid of a shared cluster in group names. The uuid is derived, because Paddock may have no record of the cluster.
 */
export const sharedClusterUuid = (settingsUuid: Uuid, clusterId: string): Uuid =>
  derivedUuid(settingsUuid, `shared-cluster/${clusterId}`);

/**
 * The uuid in the name of the group for a Rancher project. Usually this is the uuid of the Paddock project, because the
 * members of the Paddock project are in the group. A resource of a remote Waldur has its own list of users. For such a
 * resource, this is the uuid that the resource has in Paddock. The remote Waldur chooses its own uuids, so one of them
 * could be the uuid of a project in Paddock.
 */
export const groupScopeOf = (
  { uuid, projectUuid }: { uuid: Uuid; projectUuid: Uuid },
  remote: object | undefined,
): Uuid => (remote ? uuid : projectUuid);

type Place = { settingsUuid: Uuid; clusterId: string; scopeUuid: Uuid; role: string };

/**
 * The names of two groups: the parent `c_<uuid>` of the shared cluster, and its child `project_<scopeUuid>_<role>`.
 * Members of the child get the role. All resources with the same cluster, `scopeUuid` and role share the child.
 */
export const projectGroupNames = (
  { settingsUuid, clusterId, scopeUuid, role }: Place,
  style: GroupNameStyle | undefined,
): { parent: string; child: string } => ({
  parent: parentGroupName(sharedClusterUuid(settingsUuid, clusterId)),
  child: childGroupName({ type: 'project', uuid: scopeUuid }, role, style),
});

/**
 * The owner that is recorded in the attributes of a project's groups. A sync deletes groups of Paddock's own clusters
 * if the cluster has no record. Groups of projects have a different owner, so that this sync never deletes them.
 */
export const projectGroupOwner = ({ stage, settingsUuid }: GroupOwner): GroupOwner => ({
  stage: `${stage}/rancher-projects`,
  settingsUuid,
});
