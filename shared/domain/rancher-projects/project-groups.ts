import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import {
  childGroupName,
  type GroupNameStyle,
  type GroupOwner,
  parentGroupName,
} from '../cluster-access/groups/group-names.ts';

/** The uuid that stands for a shared cluster in names of groups. The cluster need not be one of Paddock's records. */
export const sharedClusterUuid = (settingsUuid: Uuid, clusterId: string): Uuid =>
  derivedUuid(settingsUuid, `shared-cluster/${clusterId}`);

/**
 * The uuid in the name of a project's group. Usually this is the uuid of the project in Paddock, because the members of
 * the project are in the group. For a resource of a remote Waldur, it is the uuid of the resource, because each
 * resource there has its own list of users.
 */
export const groupScopeOf = ({ projectUuid }: { projectUuid: Uuid }, remote: { uuid: Uuid } | undefined): Uuid =>
  remote?.uuid ?? projectUuid;

type Place = { settingsUuid: Uuid; clusterId: string; scopeUuid: Uuid; role: string };

/**
 * The names of two groups: the parent `c_<uuid>` of the shared cluster, and its child `project_<scopeUuid>_<role>`, whose
 * members get the role. All resources with the same cluster, `scopeUuid` and role share the child.
 */
export const projectGroupNames = (
  { settingsUuid, clusterId, scopeUuid, role }: Place,
  style: GroupNameStyle | undefined,
): { parent: string; child: string } => ({
  parent: parentGroupName(sharedClusterUuid(settingsUuid, clusterId)),
  child: childGroupName({ type: 'project', uuid: scopeUuid }, role, style),
});

/**
 * The owner that is recorded in the attributes of a project's groups. The groups of Paddock's own clusters have another
 * owner, because a sync deletes such groups when their cluster has no record. It must never delete groups of projects.
 */
export const projectGroupOwner = ({ stage, settingsUuid }: GroupOwner): GroupOwner => ({
  stage: `${stage}/rancher-projects`,
  settingsUuid,
});
