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

type Place = { settingsUuid: Uuid; clusterId: string; projectUuid: Uuid; role: string };

/**
 * The names of both groups of a project: `c_<cluster hex>` and below it `project_<project hex>_<role>`. Resources of
 * one project of the marketplace have the same members. So those with the same cluster and role share the group.
 */
export const projectGroupNames = (
  { settingsUuid, clusterId, projectUuid, role }: Place,
  style: GroupNameStyle | undefined,
): { parent: string; child: string } => ({
  parent: parentGroupName(sharedClusterUuid(settingsUuid, clusterId)),
  child: childGroupName({ type: 'project', uuid: projectUuid }, role, style),
});

/**
 * The owner in the attributes of these groups. It differs from the owner of the groups of Paddock's own clusters, whose
 * sync deletes the groups that no record of its own explains.
 */
export const projectGroupOwner = ({ stage, settingsUuid }: GroupOwner): GroupOwner => ({
  stage: `${stage}/rancher-projects`,
  settingsUuid,
});
