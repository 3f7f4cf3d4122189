import { withNewControlPlane, withNewCredential } from '#shared/domain/cluster-api/change/rotated';
import type { Caller } from '#shared/domain/organizations/caller';
import {
  type AcceptedClusterApiChange,
  type AskedClusterApiChange,
  type ChangeContext,
  type ClusterApiChangeDeps,
  changeClusterApi,
} from './change-cluster-api.ts';

/** What is rotated: the application credential in the cloud, or the certificates of the control plane. */
export type ClusterApiRotation = { what: 'credential' | 'certificates'; isDryRun: boolean };

const formsOf = ({ cluster, form }: ChangeContext) => ({
  form,
  before: cluster.clusterApiChange?.before.spec ?? form.spec,
});

/**
 * Gives a cluster a new application credential, or replaces its control plane machines, so that they get new
 * certificates. Throws the same errors as `changeClusterApi`.
 */
export const rotateClusterApi = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  { readRequest, ...asked }: AskedClusterApiChange<ClusterApiRotation>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(
    deps,
    caller,
    {
      ...asked,
      readRequest: () => {
        const { what, isDryRun } = readRequest();
        const wanted = (context: ChangeContext) =>
          what === 'credential'
            ? withNewCredential(formsOf(context))
            : withNewControlPlane(formsOf(context), context.seen);
        return { isDryRun, wanted };
      },
    },
    'cluster.rotate_certificates',
  );
