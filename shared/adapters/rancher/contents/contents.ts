import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CATALOG_PROJECT, CATALOG_TITLE } from '#shared/domain/cluster-contents/apps/catalog-object';
import { GLOBAL_CATALOG } from '#shared/domain/cluster-contents/apps/global-catalog-object';
import type { FoundContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentType } from '#shared/domain/cluster-contents/content-type';
import type { RancherContents } from '../../../ports/rancher/contents.ts';
import { path } from '../../json-client.ts';
import type { RancherSession } from '../rancher-session.ts';
import { hpaFactsOf } from './hpa-facts.ts';
import { listOf, textOrEmpty, texts } from './steve-object.ts';
import { cronJobFactsOf, daemonSetFactsOf, replicatedFactsOf } from './workload-facts.ts';

/**
 * Label of an app. Its value is the name of the app's repository. Older versions of Rancher do not set this label, but
 * their UI wrote the name into the chart's annotation `CHARTS_REPOSITORY`.
 */
const REPOSITORY = 'catalog.cattle.io/cluster-repo-name';
const CHARTS_REPOSITORY = 'catalog.cattle.io/ui-source-repo';
const app = z.object({
  metadata: z.object({ labels: texts }),
  spec: z.object({
    version: z.int().nullish(),
    chart: z
      .object({
        metadata: z.object({ name: textOrEmpty, version: textOrEmpty, annotations: texts }).nullish(),
      })
      .nullish(),
  }),
});

/**
 * Facts of an app. The repository is known only if Rancher installed the app. Values are not read, because they may
 * contain passwords.
 */
function appFactsOf(object: unknown) {
  const { metadata, spec } = app.parse(object);
  const chart = spec.chart?.metadata;
  return {
    chart: chart?.name ?? '',
    version: chart?.version ?? '',
    catalog: metadata.labels[REPOSITORY] ?? chart?.annotations[CHARTS_REPOSITORY] ?? '',
    revision: spec.version ?? 1,
  };
}

const repositoryStatus = z.object({
  branch: textOrEmpty,
  commit: textOrEmpty,
  downloadTime: textOrEmpty,
  conditions: listOf(z.object({ type: textOrEmpty, status: textOrEmpty, message: textOrEmpty })),
});
const repository = z.object({
  metadata: z.object({ labels: texts, annotations: texts }),
  spec: z.object({ url: textOrEmpty, gitRepo: textOrEmpty, gitBranch: textOrEmpty }),
  status: repositoryStatus.nullish(),
});

/** The address without user name and password. Empty if the text is not an address. */
function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * Facts of a catalog. Rancher stores no version of a catalog's index. So Paddock uses the commit of the Git repository
 * as the version, or else the time of the last download.
 */
function catalogFactsOf(object: unknown) {
  const { metadata, spec, status } = repository.parse(object);
  const failed = status?.conditions.find((one) => one.status === 'False' && /Downloaded$/.test(one.type));
  return {
    url: withoutCredentials(spec.url || spec.gitRepo),
    branch: spec.gitBranch || (status?.branch ?? ''),
    commit: status?.commit ?? '',
    indexVersion: status?.commit || (status?.downloadTime ?? ''),
    title: metadata.annotations[CATALOG_TITLE] ?? '',
    projectId: metadata.annotations[CATALOG_PROJECT] ?? '',
    globalUuid: metadata.labels[GLOBAL_CATALOG] ?? '',
    problem: failed?.message ?? '',
  };
}

/** The `clusterIP` of a Kubernetes service that has no IP address. */
const HEADLESS = 'None';
const service = z.object({ spec: z.object({ clusterIP: textOrEmpty, selector: texts }) });

function serviceFactsOf(object: unknown) {
  const { clusterIP, selector } = service.parse(object).spec;
  const hasAddress = clusterIP !== '' && clusterIP !== HEADLESS;
  return {
    ...(hasAddress && { clusterIp: clusterIP }),
    ...(Object.keys(selector).length > 0 && { selector }),
    targets: [],
  };
}

const port = z.object({ number: z.int().nullish(), name: textOrEmpty }).nullish();
const ingressPath = z.object({
  path: textOrEmpty,
  backend: z.object({ service: z.object({ name: textOrEmpty, port }).nullish() }).nullish(),
});
const ingressRule = z.object({ host: textOrEmpty, http: z.object({ paths: listOf(ingressPath) }).nullish() });
const ingress = z.object({ spec: z.object({ rules: listOf(ingressRule) }) });
/**
 * Maximum number of rules of an ingress, and of paths in each rule. More would not fit into a row of DynamoDB, which
 * has at most 400 KB.
 */
const [MAX_RULES, MAX_PATHS] = [50, 20];

const pathOf = ({ path, backend }: z.infer<typeof ingressPath>) => {
  const to = backend?.service;
  return { path, service: to?.name ?? '', port: to?.port?.number?.toString() ?? to?.port?.name ?? '' };
};

function ingressFactsOf(object: unknown) {
  const { rules } = ingress.parse(object).spec;
  return {
    rules: rules.slice(0, MAX_RULES).map(({ host, http }) => ({
      host,
      paths: (http?.paths ?? []).slice(0, MAX_PATHS).map(pathOf),
    })),
  };
}

const FACTS_OF: Readonly<Record<ContentType, (object: unknown) => Record<string, unknown>>> = {
  namespace: () => ({}),
  'apps.deployment': replicatedFactsOf,
  'apps.daemonset': daemonSetFactsOf,
  'apps.statefulset': replicatedFactsOf,
  'batch.cronjob': cronJobFactsOf,
  service: serviceFactsOf,
  'networking.k8s.io.ingress': ingressFactsOf,
  'autoscaling.horizontalpodautoscaler': hpaFactsOf,
  'catalog.cattle.io.app': appFactsOf,
  'catalog.cattle.io.clusterrepo': catalogFactsOf,
};
const PROJECT = 'field.cattle.io/projectId';
const DESCRIPTION = 'field.cattle.io/description';

const steveObject = z.looseObject({
  metadata: z.object({
    name: z.string().min(1),
    namespace: textOrEmpty,
    creationTimestamp: z.iso.datetime({ offset: true }),
    labels: texts,
    annotations: texts,
    state: z.object({ name: textOrEmpty }).nullish(),
  }),
});

export const contentSchema = (type: ContentType) =>
  steveObject.transform(({ metadata, ...object }): FoundContent => {
    const { name, namespace, annotations } = metadata;
    return {
      id: namespace === '' ? name : `${namespace}/${name}`,
      name,
      namespace,
      description: annotations[DESCRIPTION] ?? '',
      state: metadata.state?.name ?? '',
      createdAt: new Date(metadata.creationTimestamp).toISOString(),
      projectId: type === 'namespace' ? (annotations[PROJECT] ?? '') : '',
      facts: FACTS_OF[type]({ metadata, ...object }),
    };
  });

const namedIn = z
  .object({ metadata: z.object({ name: z.string(), namespace: z.string() }) })
  .transform(({ metadata }) => metadata);

/**
 * Steve counts the objects of all types that it caches. Counts are only compared with earlier counts, so their format
 * does not matter.
 */
const countsReply = z.object({
  data: z.array(z.object({ counts: z.record(z.string(), z.unknown()) })).min(1),
});

/** Steve's name for the collection of a type, such as `networking.k8s.io.ingresses` or `services`. */
const collectionOf = (type: ContentType): string => (type.endsWith('s') ? `${type}es` : `${type}s`);

/** A hash of counts. Equal counts have equal hashes, because Go writes map keys and fields in a fixed order. */
const fingerprint = (entry: unknown): string => createHash('sha256').update(JSON.stringify(entry)).digest('base64url');

/**
 * Reads the contents of a cluster from steve, behind Rancher's proxy. Throws BackendUnavailable if the cluster is
 * disconnected.
 */
export const contents = (session: RancherSession): RancherContents => ({
  async countContents(clusterId) {
    const to = path`/k8s/clusters/${clusterId}/v1/counts`;
    const { data } = await session.call({ op: 'countContents', method: 'GET', path: to, reply: countsReply });
    const all = data.flatMap(({ counts }) => Object.entries(counts));
    return new Map(all.map(([type, entry]) => [type, fingerprint(entry)]));
  },

  async listContents(clusterId, type, most) {
    const items: FoundContent[] = [];
    const pages = session.readObjects({
      op: 'listContents',
      path: path`/k8s/clusters/${clusterId}/v1/${collectionOf(type)}`,
      item: contentSchema(type),
      exclude: 'metadata.managedFields',
    });
    for await (const page of pages) {
      items.push(...page);
      if (items.length > most) return { items: items.slice(0, most), isWhole: false };
    }
    return { items, isWhole: true };
  },

  async listSecretNames(clusterId, namespace) {
    const names: string[] = [];
    const pages = session.readObjects({
      op: 'listSecretNames',
      path: path`/k8s/clusters/${clusterId}/v1/secrets/${namespace}`,
      item: namedIn,
      exclude: 'data',
    });
    for await (const page of pages) {
      names.push(...page.filter((it) => it.namespace === namespace).map(({ name }) => name));
    }
    return names;
  },

  findContent: (clusterId, type, id) =>
    session.find({
      op: 'findContent',
      path: [path`/k8s/clusters/${clusterId}/v1/${collectionOf(type)}`, ...id.split('/').map((it) => path`${it}`)].join(
        '/',
      ),
      reply: contentSchema(type),
    }),
});
