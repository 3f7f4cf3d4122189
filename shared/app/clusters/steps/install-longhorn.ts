import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { type RancherDeps, rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { type FoundChart, newestStable } from '#shared/domain/cluster-contents/apps/chart';
import type { FoundApp } from '#shared/domain/cluster-contents/apps/helm-verdict';
import { longhornRelease } from '#shared/domain/cluster-contents/apps/longhorn-release';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { BackendNotFound, BackendUnavailable, HelmFailed, Misconfigured } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { HelmOperationRef } from '#shared/ports/rancher/catalogs';

/** The catalog that Rancher itself creates in every cluster. */
const REPOSITORY = 'rancher-charts';
const PLACE = { namespace: 'longhorn-system', name: 'longhorn' };

/**
 * Reads the charts of Rancher's catalog. Returns undefined until Rancher has downloaded the catalog's index, which
 * takes minutes in a new cluster.
 */
async function chartsOf(rancher: Rancher, { backendId }: Cluster): Promise<FoundChart[] | undefined> {
  try {
    const charts = await rancher.listCharts(backendId, REPOSITORY);
    return charts.length > 0 ? charts : undefined;
  } catch (error) {
    if (error instanceof BackendNotFound || error instanceof BackendUnavailable) return undefined;
    throw error;
  }
}

/** Installs the newest version of Longhorn. Rancher lists only versions that fit the cluster's Kubernetes. */
async function install(rancher: Rancher, cluster: Cluster): Promise<string> {
  const charts = await chartsOf(rancher, cluster);
  if (charts === undefined) return '';
  const chart = charts.find(({ name }) => name === 'longhorn');
  const version = chart && newestStable(chart);
  if (version === undefined) {
    throw new Misconfigured(
      `The catalog ${REPOSITORY} has no version of Longhorn for Kubernetes ${cluster.kubernetesVersion}.`,
    );
  }
  const release = longhornRelease(cluster, version, rancher.registryUrl);
  const { namespace, name } = await rancher.installCharts(cluster.backendId, REPOSITORY, release);
  return `${namespace}/${name}`;
}

function operationOf(asked: string): HelmOperationRef {
  const [namespace = '', name = ''] = asked.split('/');
  return { namespace, name };
}

/** Throws HelmFailed with the reason if Helm's operation has failed. */
async function assertGoesOn(rancher: Rancher, { backendId }: Cluster, asked: string, found: FoundApp | undefined) {
  const operation = await rancher.findHelmOperation(backendId, operationOf(asked));
  if (!operation?.isFailed) return;
  throw new HelmFailed(`Longhorn could not be installed: ${found?.description || operation.message.trim()}`);
}

/**
 * Installs Longhorn as an application of Rancher, if the provider has no Argo CD to install it. The chart with
 * Longhorn's custom resource definitions is installed first. The output of this step names Helm's operation. The next
 * poll gets this output as its input, so the installation is requested only once.
 */
export const installLonghorn = onProvider(steps.rancher.installLonghorn, async (deps: RancherDeps, target, cluster) => {
  const rancher = await rancherOf(deps, cluster);
  const found = await rancher.findApp(cluster.backendId, PLACE);
  if (found?.status === 'deployed') {
    await note(deps, target, { step: 'longhorn', message: `Longhorn ${found.version} is installed` });
    return { installed: true, asked: target.asked };
  }
  if (target.asked === '') return { installed: false, asked: await install(rancher, cluster) };
  await assertGoesOn(rancher, cluster, target.asked, found);
  return { installed: false, asked: target.asked };
});
