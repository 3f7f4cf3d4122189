import { parseUuid } from '#shared/domain/_core/identifier';
import { CONTROL_PLANE } from '#shared/domain/cluster-api/change/cluster-form';
import {
  type GroupFields,
  type NewGroup,
  withChangedGroup,
  withNewGroup,
  withoutGroup,
} from '#shared/domain/cluster-api/change/wanted-group';
import { groupUuid } from '#shared/domain/cluster-api/status/shown-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import { noMatch } from '#shared/errors';
import {
  type AcceptedClusterApiChange,
  type AskedClusterApiChange,
  type ClusterApiChangeDeps,
  changeClusterApi,
} from './change-cluster-api.ts';

/** A change of the group that the path names by its uuid or its name. */
type AskedGroupChange<R> = AskedClusterApiChange<R> & { groupText: string };

/**
 * Finds a node group by its uuid or its name, and returns its name. Throws NotFound if the cluster has no such group.
 */
function groupName({ uuid, clusterApi }: Cluster, groupText: string): string {
  const names = [CONTROL_PLANE, ...(clusterApi?.nodeGroups.map(({ name }) => name) ?? [])];
  const found = names.find((name) => name === groupText || groupUuid(uuid, name) === parseUuid(groupText));
  if (found === undefined) throw noMatch('NodeGroup');
  return found;
}

/** Adds a node group to a cluster. Throws the same errors as `changeClusterApi`. */
export const createNodeGroup = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedClusterApiChange<{ group: NewGroup; isDryRun: boolean }>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(deps, caller, {
    ...path,
    readRequest: () => {
      const { group, isDryRun } = readRequest();
      return { isDryRun, wanted: ({ form, tenant }) => withNewGroup(form, group, tenant) };
    },
  });

/**
 * Changes fields of a node group. Throws the same errors as `changeClusterApi`, and NotFound if the cluster has no such
 * group.
 */
export const updateNodeGroup = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  { readRequest, groupText, ...path }: AskedGroupChange<{ fields: GroupFields; isDryRun: boolean }>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(deps, caller, {
    ...path,
    readRequest: () => {
      const { fields, isDryRun } = readRequest();
      return {
        isDryRun,
        wanted: ({ cluster, form, ...facts }) => withChangedGroup(form, groupName(cluster, groupText), fields, facts),
      };
    },
  });

/**
 * Deletes a node group with its machines. Throws the same errors as `updateNodeGroup`. Also throws Conflict for the
 * control plane and for the default group, because every cluster has these groups from the start.
 */
export const deleteNodeGroup = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  { readRequest, groupText, ...path }: AskedGroupChange<{ isDryRun: boolean }>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(deps, caller, {
    ...path,
    readRequest: () => ({
      ...readRequest(),
      wanted: ({ cluster, form }) => withoutGroup(form, groupName(cluster, groupText)),
    }),
  });
