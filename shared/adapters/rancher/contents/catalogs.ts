import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { unlessNotFound } from '#shared/adapters/not-found';
import { chartVersion, type FoundChart } from '#shared/domain/cluster-contents/apps/chart';
import { chartQuestion } from '#shared/domain/cluster-contents/apps/chart-question';
import type { FoundApp, HelmOperation } from '#shared/domain/cluster-contents/apps/helm-verdict';
import type { HelmOperationRef, NewRelease, RancherCatalogs } from '../../../ports/rancher/catalogs.ts';
import type { RancherSession } from '../rancher-session.ts';
import { helmSecret, helmSecretName } from './helm-secret.ts';
import { listOf, textOrEmpty, texts } from './steve-object.ts';

/** Annotations that define how Rancher installs a chart. */
const RELEASE_NAME = 'catalog.cattle.io/release-name';
const NAMESPACE = 'catalog.cattle.io/namespace';
const HIDDEN = 'catalog.cattle.io/hidden';
/**
 * Annotation of a chart. For `longhorn-crd=match`, Rancher first installs the chart `longhorn-crd` of the same version.
 */
const BEFORE = 'catalog.cattle.io/auto-install';

/** Timeout for reading a catalog's index. An index of ten thousand chart versions is some megabytes long. */
const INDEX_TIMEOUT_MS = 25_000;
/**
 * Timeout for an action. If the action needs a new namespace, Rancher answers only when the namespace has its role
 * bindings.
 */
const ACTION_TIMEOUT_MS = 40_000;

const indexEntry = z.object({
  version: z.string(),
  description: textOrEmpty,
  icon: textOrEmpty,
  home: textOrEmpty,
  annotations: texts,
});
const index = z.object({ entries: z.record(z.string(), listOf(indexEntry)).nullish() });

function chartOf(name: string, entries: z.infer<typeof indexEntry>[]): FoundChart[] {
  const [newest] = entries;
  if (newest === undefined) return [];
  const { description, icon: iconUrl, home: projectUrl, annotations } = newest;
  return [
    {
      ...{ name, description, iconUrl, projectUrl, versions: entries.map(({ version }) => version) },
      releaseName: annotations[RELEASE_NAME] ?? '',
      namespace: annotations[NAMESPACE] ?? '',
      before: (annotations[BEFORE] ?? '').replace(/=match$/, ''),
      isHidden: annotations[HIDDEN] === 'true',
    },
  ];
}

/** Questions of a chart. A chart may come from anybody, so a question that cannot be parsed is left out. */
const questions = z
  .object({ questions: z.array(z.unknown()).catch([]).default([]) })
  .catch({ questions: [] })
  .transform(({ questions: all }) => all.flatMap((one) => chartQuestion.safeParse(one).data ?? []));
const info = z
  .object({ questions, readme: textOrEmpty, appReadme: textOrEmpty })
  .transform((given) => chartVersion.parse(given));

const actionOutput = z
  .object({ operationName: z.string().min(1), operationNamespace: z.string().min(1) })
  .transform(({ operationName: name, operationNamespace: namespace }): HelmOperationRef => ({ name, namespace }));

const condition = z.object({ type: z.string(), status: z.string(), message: textOrEmpty });
/**
 * State of a Helm operation. Rancher sets the condition `Reconciling` until the operation's pod has ended, and
 * `Stalled` when Helm has failed.
 */
const operation = z
  .object({ status: z.object({ conditions: listOf(condition) }).nullish() })
  .transform(({ status }): HelmOperation => {
    const conditions = status?.conditions ?? [];
    const isTrue = (type: string) => conditions.find((one) => one.type === type && one.status === 'True');
    const stalled = isTrue('Stalled');
    return {
      // If there are no conditions, Rancher's controller has not handled the operation yet.
      isRunning: conditions.length === 0 || isTrue('Reconciling') !== undefined,
      isFailed: stalled !== undefined,
      message: stalled?.message ?? '',
    };
  });

const app = z
  .object({
    spec: z.object({
      version: z.int().nullish(),
      info: z.object({ status: textOrEmpty, description: textOrEmpty }).nullish(),
      chart: z
        .object({ metadata: z.object({ name: textOrEmpty, version: textOrEmpty, annotations: texts }).nullish() })
        .nullish(),
    }),
  })
  .transform(({ spec }): FoundApp => {
    const metadata = spec.chart?.metadata;
    return {
      ...{ status: spec.info?.status ?? '', description: spec.info?.description ?? '', revision: spec.version ?? 0 },
      ...{ chart: metadata?.name ?? '', version: metadata?.version ?? '', annotations: metadata?.annotations ?? {} },
    };
  });

/** Annotations by which Rancher’s web pages find the repository of an app. */
const sourceOf = (repository: string) => ({
  'catalog.cattle.io/ui-source-repo-type': 'cluster',
  'catalog.cattle.io/ui-source-repo': repository,
});
/** How long Helm waits until the objects of a chart are ready. */
const WAIT = { wait: true, timeout: '600s' };

const chartsIn = (repository: string, { namespace, projectId, charts }: NewRelease) => ({
  ...WAIT,
  namespace,
  ...(projectId !== undefined && { projectId }),
  charts: charts.map(({ chart, version, releaseName, values, annotations }) => ({
    ...{ chartName: chart, version, releaseName, values },
    // Without `resetValues`, Helm keeps the earlier values if the new values are empty.
    resetValues: true,
    annotations: { ...annotations, ...sourceOf(repository) },
  })),
});

/**
 * Collects the texts with more than three characters in the values of a chart. Such texts may be secret, so they are
 * removed from an error in which Rancher quotes the request.
 */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > 3 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const steve = (clusterId: string) => path`/k8s/clusters/${clusterId}/v1`;
const ofRepository = (clusterId: string, name: string) =>
  steve(clusterId) + path`/catalog.cattle.io.clusterrepos/${name}`;
/**
 * Root of the Kubernetes API for repositories and apps. Lists of this API are current, unlike steve's lists, which come
 * from a cache.
 */
const kubernetes = (clusterId: string) => path`/k8s/clusters/${clusterId}/apis/catalog.cattle.io/v1`;

/**
 * Reads the charts of a repository, and the versions of a chart. Steve's API of the cluster serves both through links
 * of the repository.
 */
const charts = (session: RancherSession): Pick<RancherCatalogs, 'listCharts' | 'findChartVersion'> => ({
  async listCharts(clusterId, repository) {
    const { entries } = await session.call({
      op: 'listCharts',
      method: 'GET',
      path: ofRepository(clusterId, repository),
      query: { link: 'index' },
      timeoutMs: INDEX_TIMEOUT_MS,
      reply: index,
    });
    return Object.entries(entries ?? {}).flatMap(([name, versions]) => chartOf(name, versions));
  },

  findChartVersion: (clusterId, { repository, chart: chartName, version }) =>
    session.find({
      op: 'findChartVersion',
      path: ofRepository(clusterId, repository),
      query: { link: 'info', chartName, version },
      reply: info,
    }),
});

type Actions = 'installCharts' | 'upgradeCharts' | 'uninstallApp';
/**
 * Actions of steve's API. Paddock does not retry calls that install or upgrade. Before such a call, the calling step
 * reads whether Rancher has already done the action.
 */
function actions(session: RancherSession): Pick<RancherCatalogs, Actions> {
  const act = (op: string, clusterId: string, repository: string, action: string, release: NewRelease) =>
    session.call({
      op,
      method: 'POST',
      path: ofRepository(clusterId, repository),
      query: { action },
      timeoutMs: ACTION_TIMEOUT_MS,
      body: chartsIn(repository, release),
      reply: actionOutput,
      secrets: release.charts.flatMap(({ values }) => textsIn(values)),
    });
  return {
    installCharts: (clusterId, repository, release) => act('installCharts', clusterId, repository, 'install', release),
    upgradeCharts: (clusterId, repository, release) => act('upgradeCharts', clusterId, repository, 'upgrade', release),
    uninstallApp: (clusterId, { namespace, name }) =>
      unlessNotFound(
        session.call({
          op: 'uninstallApp',
          method: 'POST',
          path: steve(clusterId) + path`/catalog.cattle.io.apps/${namespace}/${name}`,
          query: { action: 'uninstall' },
          timeoutMs: ACTION_TIMEOUT_MS,
          body: {},
          reply: actionOutput,
        }),
      ),
  };
}

export const catalogs = (session: RancherSession): RancherCatalogs => ({
  ...charts(session),
  ...actions(session),

  findHelmOperation: (clusterId, { namespace, name }) =>
    session.find({
      op: 'findHelmOperation',
      path: kubernetes(clusterId) + path`/namespaces/${namespace}/operations/${name}`,
      reply: operation,
    }),

  findApp: (clusterId, { namespace, name }) =>
    session.find({
      op: 'findApp',
      path: kubernetes(clusterId) + path`/namespaces/${namespace}/apps/${name}`,
      reply: app,
    }),

  findAppRevision: (clusterId, { namespace, name }, revision) =>
    session.find({
      op: 'findAppRevision',
      path: path`/k8s/clusters/${clusterId}/api/v1/namespaces/${namespace}/secrets/${helmSecretName(name, revision)}`,
      reply: helmSecret,
    }),
});
