import type { Uuid } from '../_core/identifier.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { RancherProject } from '../cluster-access/rancher-project.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { type ClusterContent, type FoundContent, newContent } from './cluster-content.ts';
import { catalogFacts, serviceFacts, workloadFacts } from './content-facts.ts';
import { type ContentType, isInNamespace } from './content-type.ts';

/**
 * The project in which Rancher runs its own workloads. Paddock does not show the project's contents
 * (docs/spec/waldur-rancher.md#contents-of-clusters).
 */
const SYSTEM_PROJECT = 'System';

/**
 * What Paddock already knows about the contents of a cluster. It is used to find the namespace and the project of an
 * object.
 */
export type Inside = {
  cluster: Cluster;
  /** Projects in Rancher, by the id that Rancher gives them. */
  projects: ReadonlyMap<string, RancherProject>;
  /** Namespaces by name, except the namespaces of Rancher's project System. */
  namespaces: ReadonlyMap<string, ClusterContent>;
  workloads: readonly ClusterContent[];
  /** Uuids of the provider's global catalogs. The key is the name that a catalog's copy has in the cluster. */
  globals: ReadonlyMap<string, Uuid>;
};

/**
 * A list with the record of a namespace, or an empty list if the namespace is in Rancher's project System. If Paddock
 * does not know the Rancher project of the namespace, the record has no project.
 */
function namespaceOf({ cluster, projects }: Inside, found: FoundContent): ClusterContent[] {
  const project = projects.get(found.projectId);
  if (project?.name === SYSTEM_PROJECT) return [];
  return [newContent(cluster, 'namespace', found, { project })];
}

const carries = (labels: Record<string, string>, selector: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/**
 * Finds the workloads whose pods have all labels of the service's selector. A service without a selector has no
 * workloads.
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

/** The services whose workloads have changed, each with its new workloads. */
export const withTargets = (inside: Pick<Inside, 'workloads'>, services: readonly ClusterContent[]): ClusterContent[] =>
  services.flatMap((service) => {
    const targets = targetsOf(inside, { namespace: service.namespaceName, facts: service.facts });
    const isSame = isSameValue(serviceFacts.parse(service.facts).targets, targets);
    return isSame ? [] : [{ ...service, facts: { ...service.facts, targets } }];
  });

/**
 * The record of a catalog. A catalog that names a project in Rancher is only for this project. Any other catalog is for
 * the whole cluster.
 */
function catalogOf({ cluster, projects, globals }: Inside, type: ContentType, found: FoundContent): ClusterContent {
  const { projectId, globalUuid } = catalogFacts.parse(found.facts);
  const { globalUuid: _label, ...own } = found.facts;
  // A copy of a global catalog has a label with the uuid of the global catalog. Anybody can set this label. The label
  // counts only if the provider has a global catalog with this name and uuid.
  const isCopy = globalUuid !== '' && globals.get(found.name) === globalUuid;
  const facts = isCopy ? { ...own, globalUuid } : own;
  return newContent(cluster, type, { ...found, facts }, { project: projects.get(projectId) });
}

/** Whether the object is the copy of a global catalog. Copies get no records, but the templates in them get records. */
export const isGlobalCopy = ({ kind, facts }: ClusterContent): boolean =>
  kind === 'CATALOG' && catalogFacts.parse(facts).globalUuid !== '';

/**
 * The records of the objects of one type that Rancher lists. Objects in namespaces of Rancher's project System get no
 * records.
 */
export const placeContents = (inside: Inside, type: ContentType, found: readonly FoundContent[]): ClusterContent[] =>
  found.flatMap((item) => {
    if (type === 'namespace') return namespaceOf(inside, item);
    return isInNamespace(type) ? inNamespace(inside, type, item) : [catalogOf(inside, type, item)];
  });

/**
 * Maximum number of namespaces in the row of a project, so that the row stays small. The API's list of namespaces shows
 * all of them.
 */
const MAX_SHOWN = 200;

/** The projects whose namespaces have changed, each with its new namespaces. */
export function withNamespaces(
  projects: readonly RancherProject[],
  namespaces: readonly ClusterContent[],
): RancherProject[] {
  const byProject = Map.groupBy(namespaces, ({ rancherProjectUuid }) => rancherProjectUuid);
  return projects.flatMap((project) => {
    const inside = (byProject.get(project.uuid) ?? []).map(({ uuid, name }) => ({ uuid, name }));
    const shown = inside.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MAX_SHOWN);
    return isSameValue(project.namespaces, shown) ? [] : [{ ...project, namespaces: shown }];
  });
}
