import type { ChartChoice, ChartVersion, FoundChart } from '#shared/domain/cluster-contents/apps/chart';
import type { FoundApp, HelmOperation } from '#shared/domain/cluster-contents/apps/helm-verdict';

export type AppPlace = { namespace: string; name: string };
/** The Kubernetes object in which Rancher records one run of Helm in a pod. */
export type HelmOperationRef = { namespace: string; name: string };
export type ReleaseChart = {
  chart: string;
  version: string;
  releaseName: string;
  values: Record<string, unknown>;
  /** Rancher writes the annotations into the chart, and shows them with the release. */
  annotations: Record<string, string>;
};
/**
 * The charts of one Helm run, in order. If the namespace is missing, Rancher creates it, in the project `projectId` if
 * given.
 */
export type NewRelease = { namespace: string; projectId?: string; charts: readonly ReleaseChart[] };
/** One revision of a release, as Helm keeps it: the chart and its values, which may contain secrets. */
export type AppRevision = {
  chart: string;
  version: string;
  annotations: Record<string, string>;
  values: Record<string, unknown>;
};

/** Chart repositories of clusters, and the releases that are installed from them (`catalog.cattle.io`). */
export interface RancherCatalogs {
  /** One request reads all charts of a repository, with the versions that fit the cluster's Kubernetes. */
  listCharts(clusterId: string, repository: string): Promise<FoundChart[]>;
  /** Undefined if the repository does not have this version of the chart. */
  findChartVersion(clusterId: string, choice: ChartChoice): Promise<ChartVersion | undefined>;
  /** Returns before Helm begins. If a release of this name exists, Helm fails later. */
  installCharts(clusterId: string, repository: string, release: NewRelease): Promise<HelmOperationRef>;
  /** Upgrades the release, or installs it if it is missing. The given values replace all earlier values. */
  upgradeCharts(clusterId: string, repository: string, release: NewRelease): Promise<HelmOperationRef>;
  /** Starts to uninstall the release. Undefined if the release does not exist. */
  uninstallApp(clusterId: string, place: AppPlace): Promise<HelmOperationRef | undefined>;
  findHelmOperation(clusterId: string, ref: HelmOperationRef): Promise<HelmOperation | undefined>;
  findApp(clusterId: string, place: AppPlace): Promise<FoundApp | undefined>;
  /** Undefined if Helm no longer has this revision of the app. Helm keeps only a few revisions. */
  findAppRevision(clusterId: string, place: AppPlace, revision: number): Promise<AppRevision | undefined>;
}
