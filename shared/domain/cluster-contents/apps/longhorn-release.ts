import type { Cluster } from '../../clusters/cluster.ts';

/** Where the Longhorn volume is mounted on workers of managed clusters. */
const DATA_PATH = '/opt/longhorn_storage';

type Values = Record<string, unknown>;

/** Helm values for Longhorn. If the provider has a private registry, Longhorn's images are pulled from there. */
function valuesOf({ managed }: Pick<Cluster, 'managed'>, registryUrl: string | undefined): Values {
  return {
    ...(managed && { defaultSettings: { defaultDataPath: DATA_PATH } }),
    ...(registryUrl !== undefined && { global: { cattle: { systemDefaultRegistry: registryUrl } } }),
  };
}

/**
 * The charts of Longhorn, both in the same version. The chart with the custom resource definitions comes first, as in
 * Rancher's own pages.
 */
export const longhornRelease = (
  cluster: Pick<Cluster, 'managed'>,
  version: string,
  registryUrl: string | undefined,
) => ({
  namespace: 'longhorn-system',
  charts: ['longhorn-crd', 'longhorn'].map((chart) => ({
    ...{ chart, version, releaseName: chart, annotations: {} },
    values: valuesOf(cluster, registryUrl),
  })),
});
