import type { Cluster } from '../../clusters/cluster.ts';

/** Where workers of managed clusters have the volume that is ordered for Longhorn. */
const DATA_PATH = '/opt/longhorn_storage';

type Values = Record<string, unknown>;

/** Images come from the provider's private registry, if it has one. */
function valuesOf({ managed }: Pick<Cluster, 'managed'>, registryUrl: string | undefined): Values {
  return {
    ...(managed && { defaultSettings: { defaultDataPath: DATA_PATH } }),
    ...(registryUrl !== undefined && { global: { cattle: { systemDefaultRegistry: registryUrl } } }),
  };
}

/** Longhorn as Rancher's own pages install it: its custom resource definitions first, in the same version. */
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
