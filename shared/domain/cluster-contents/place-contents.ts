import { isSameValue } from '../_core/deep-equal.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { type ClusterContent, type FoundContent, newContent } from './cluster-content.ts';
import { catalogFacts, serviceFacts, workloadFacts } from './content-facts.ts';
import { type ContentType, isInNamespace } from './content-type.ts';

/**
 * Rancher's project for its own workloads. Paddock shows none of its contents
 * (docs/spec/waldur-rancher.md#contents-of-clusters).
 */
const SYSTEM_PROJECT = 'System';

/** Known projects and contents of a cluster. They decide to which project an object belongs. */
export type Inside = {
  cluster: Cluster;
  /** Rancher's projects, by Rancher's id. */
  projects: ReadonlyMap<string, RancherProject>;
  /** The visible namespaces, by name. */
  namespaces: ReadonlyMap<string, ClusterContent>;
  workloads: readonly ClusterContent[];
};

/**
 * The record of a namespace, or none if the namespace is in the System project. Its project is absent if the namespace
 * names no known project.
 */
function namespaceOf({ cluster, projects }: Inside, found: FoundContent): ClusterContent[] {
  const project = projects.get(found.projectId);
  if (project?.name === SYSTEM_PROJECT) return [];
  return [newContent(cluster, 'namespace', found, { project })];
}

const carries = (labels: Record<string, string>, selector: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/**
 * A service selects the workloads that have all labels of its selector. A service without a selector has no workloads.
 */
function targetsOf(
  { workloads }: Pick<Inside, 'workloads'>,
  { namespace, facts }: Pick<FoundContent, 'namespace' | 'facts'>,
): string[] {
  const { selector = {} } = serviceFacts.parse(facts);
  if (Object.keys(selector).length === 0) return [];
  return workloads
    .filter((workload) => workload.namespaceName === namespace)
    .filter((workload) => carries(workloadFacts.parse(workload.facts).podLabels, selector))
    .map(({ uuid }) => uuid)
    .sort();
}

function inNamespace(inside: Inside, type: ContentType, found: FoundContent): ClusterContent[] {
  const namespace = inside.namespaces.get(found.namespace);
  if (namespace === undefined) return [];
  const { rancherProjectUuid: uuid, rancherProjectName: name } = namespace;
  const content = newContent(inside.cluster, type, found, { namespace, project: uuid ? { uuid, name } : undefined });
  if (type !== 'service') return [content];
  return [{ ...content, facts: { ...content.facts, targets: targetsOf(inside, found) } }];
}

/** The services whose list of workloads has changed, each with its new list. */
export const withTargets = (inside: Pick<Inside, 'workloads'>, services: readonly ClusterContent[]): ClusterContent[] =>
  services.flatMap((service) => {
    const targets = targetsOf(inside, { namespace: service.namespaceName, facts: service.facts });
    const isSame = isSameValue(serviceFacts.parse(service.facts).targets, targets);
    return isSame ? [] : [{ ...service, facts: { ...service.facts, targets } }];
  });

/** The record of a catalog. The catalog is for the whole cluster, or for the Rancher project that it names. */
function catalogOf({ cluster, projects }: Inside, type: ContentType, found: FoundContent): ClusterContent {
  return newContent(cluster, type, found, { project: projects.get(catalogFacts.parse(found.facts).projectId) });
}

/** The records of the listed objects of one type. An object in a hidden namespace gets no record. */
export const placeContents = (inside: Inside, type: ContentType, found: readonly FoundContent[]): ClusterContent[] =>
  found.flatMap((item) => {
    if (type === 'namespace') return namespaceOf(inside, item);
    return isInNamespace(type) ? inNamespace(inside, type, item) : [catalogOf(inside, type, item)];
  });

/** Maximum number of namespaces in a project's row, so that the row stays small. The list of namespaces is complete. */
const MOST_SHOWN = 200;

/** The projects whose list of namespaces has changed, each with its new list. */
export function withNamespaces(
  projects: readonly RancherProject[],
  namespaces: readonly ClusterContent[],
): RancherProject[] {
  const byProject = Map.groupBy(namespaces, ({ rancherProjectUuid }) => rancherProjectUuid);
  return projects.flatMap((project) => {
    const inside = (byProject.get(project.uuid) ?? []).map(({ uuid, name }) => ({ uuid, name }));
    const shown = inside.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_SHOWN);
    return isSameValue(project.namespaces, shown) ? [] : [{ ...project, namespaces: shown }];
  });
}
