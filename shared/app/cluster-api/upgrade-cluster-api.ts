import type { Uuid } from '#shared/domain/_core/identifier';
import { versionsOf } from '#shared/domain/cluster-api/change/check-version';
import { type Upgrade, upgraded } from '#shared/domain/cluster-api/change/upgraded';
import { type LabelsChange, withLabels } from '#shared/domain/cluster-api/change/with-labels';
import type { Caller } from '#shared/domain/organizations/caller';
import { seesTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { noObject } from '#shared/errors';
import { providerSettingsOf } from '../providers/settings-of.ts';
import {
  type AcceptedClusterApiChange,
  type AskedClusterApiChange,
  type ClusterApiChangeDeps,
  changeClusterApi,
} from './change-cluster-api.ts';

/** A Kubernetes version with its image, or a template that has both. */
export type UpgradeClusterApiRequest = Pick<Upgrade, 'maxBatchSize'> & {
  isDryRun: boolean;
  rootFields: readonly string[];
} & ({ templateUuid: Uuid } | Pick<Upgrade, 'kubernetesVersion' | 'image'>);

/**
 * The version and the image of an upgrade. If the request names a template, only version and image come from the
 * template, as in Magnum. Throws Invalid if the caller does not see the template.
 */
async function upgradeOf(
  { store }: ClusterApiChangeDeps,
  caller: Caller,
  settingsUuid: Uuid,
  request: UpgradeClusterApiRequest,
): Promise<Upgrade> {
  if (!('templateUuid' in request)) return request;
  const template = await store.clusterApiTemplates.find(request.templateUuid);
  if (template === undefined || !seesTemplate(caller, template)) throw noObject('cluster_api_template');
  const { labels, imageId: image } = template.spec;
  const { options } = await providerSettingsOf({ store }, settingsUuid);
  const kubernetesVersion = labels.kube_tag || options.k8sVersion;
  return { kubernetesVersion, image, maxBatchSize: request.maxBatchSize };
}

/**
 * Upgrades a cluster to another Kubernetes version, with the image of this version. Cluster API replaces the control
 * plane machines one by one, and then one node group after the other. Throws the same errors as `changeClusterApi`.
 */
export const upgradeClusterApi = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  { readRequest, ...path }: AskedClusterApiChange<UpgradeClusterApiRequest>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(
    deps,
    caller,
    {
      ...path,
      readRequest: () => {
        const request = readRequest();
        return {
          isDryRun: request.isDryRun,
          rootFields: request.rootFields,
          wanted: async ({ cluster, form, seen, tenant }) =>
            upgraded(form, await upgradeOf(deps, caller, cluster.settingsUuid, request), {
              versions: versionsOf(seen),
              tenant,
            }),
        };
      },
    },
    'cluster.upgrade',
  );

/** Changes labels of a running cluster. Throws the same errors as `changeClusterApi`. */
export const changeClusterLabels = (
  deps: ClusterApiChangeDeps,
  caller: Caller,
  {
    readRequest,
    ...path
  }: AskedClusterApiChange<{ labels: LabelsChange; rootFields: readonly string[]; isDryRun: boolean }>,
): Promise<AcceptedClusterApiChange> =>
  changeClusterApi(deps, caller, {
    ...path,
    readRequest: () => {
      const { labels, ...parts } = readRequest();
      return { ...parts, wanted: ({ form, machines }) => withLabels(form, labels, machines) };
    },
  });
