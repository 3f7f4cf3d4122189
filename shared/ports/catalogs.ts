import type { ChartChoice, ChartVersion, FoundChart } from '#shared/domain/cluster-contents/apps/chart';
import type { FoundApp, HelmOperation } from '#shared/domain/cluster-contents/apps/helm-verdict';

/** Where a release is in its cluster. */
export type AppPlace = { namespace: string; name: string };
/** One of Rancher's operations: a pod that runs Helm. */
export type HelmOperationRef = { namespace: string; name: string };
export type ReleaseChart = {
  chart: string;
  version: string;
  releaseName: string;
  values: Record<string, unknown>;
  /** Rancher writes them into the chart, and shows them with the release. */
  annotations: Record<string, string>;
};
/** The charts of one operation, in their order. Rancher makes a missing namespace, in this project if there is one. */
export type NewRelease = { namespace: string; projectId?: string; charts: readonly ReleaseChart[] };
/** What Helm keeps of one revision: what it installed, and with which values. They may contain secrets. */
export type AppRevision = {
  chart: string;
  version: string;
  annotations: Record<string, string>;
  values: Record<string, unknown>;
};

/** Repositories of charts in clusters, and what is installed from them (`catalog.cattle.io`). */
export interface RancherCatalogs {
  /** The charts of a repository, with the versions that fit the cluster's Kubernetes, in one request. */
  listCharts(clusterId: string, repository: string): Promise<FoundChart[]>;
  /** Undefined when the repository does not have this version. */
  findChartVersion(clusterId: string, choice: ChartChoice): Promise<ChartVersion | undefined>;
  /** Helm refuses the name of a release that exists. Rancher answers before Helm has begun. */
  installCharts(clusterId: string, repository: string, release: NewRelease): Promise<HelmOperationRef>;
  /** Installs what is not there yet. The given values replace the former ones. */
  upgradeCharts(clusterId: string, repository: string, release: NewRelease): Promise<HelmOperationRef>;
  /** Undefined when there is no such release. */
  uninstallApp(clusterId: string, place: AppPlace): Promise<HelmOperationRef | undefined>;
  findHelmOperation(clusterId: string, ref: HelmOperationRef): Promise<HelmOperation | undefined>;
  findApp(clusterId: string, place: AppPlace): Promise<FoundApp | undefined>;
  /** Helm keeps a few revisions only. */
  findAppRevision(clusterId: string, place: AppPlace, revision: number): Promise<AppRevision | undefined>;
}
