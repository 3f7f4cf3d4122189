import { type Resize, resized } from '#shared/domain/cluster-api/change/wanted-change';
import type { Caller } from '#shared/domain/organizations/caller';
import {
  type AcceptedClusterApiChange,
  type AskedClusterApiChange,
  type ClusterApiChangeDeps,
  changeClusterApi,
} from './change-cluster-api.ts';

export type ResizeRequest = Resize & { isDryRun: boolean };

/**
 * Sets the number of machines of a node group or of the control plane. When the group gets smaller, the machines that
 * the caller has chosen are deleted first. Throws the same errors as `changeClusterApi`.
 */
export const resizeCluster = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedClusterApiChange<ResizeRequest>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(deps, caller, {
    ...path,
    readRequest: () => {
      const { isDryRun, ...resize } = readRequest();
      return { isDryRun, wanted: ({ form, ...context }) => resized(form, resize, context) };
    },
  });
