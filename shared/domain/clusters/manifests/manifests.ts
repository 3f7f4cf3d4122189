import { z } from 'zod';
import {
  type KubernetesObject,
  type Manifest,
  parseDocuments,
  UnusableManifests,
  withItems,
} from './manifest-documents.ts';

/** Maximum number of projects in one YAML text. The API call makes one request to Rancher for each new project. */
const MAX_PROJECTS = 20;

const isOf = (group: string, ofKind: string, { apiVersion, kind }: KubernetesObject): boolean =>
  apiVersion.split('/')[0] === group && kind === ofKind;

/** Whether the object is Rancher's definition of a cluster. This object has no use inside the cluster. */
const isCluster = (found: KubernetesObject) => isOf('provisioning.cattle.io', 'Cluster', found);
const isProject = (found: KubernetesObject) => isOf('management.cattle.io', 'Project', found);

const limits = z.record(z.string(), z.string()).optional();
const quota = z.object({ limit: limits }).optional();
/** The format of a Rancher project in an export. */
const projectManifest = z
  .object({
    metadata: z.object({ name: z.string(), namespace: z.string() }),
    spec: z.object({
      displayName: z.string().min(1),
      description: z.string().default(''),
      resourceQuota: quota,
      namespaceDefaultResourceQuota: quota,
      containerDefaultResourceLimit: limits,
    }),
  })
  .transform(({ metadata, spec: { displayName, ...spec } }) => ({
    id: `${metadata.namespace}:${metadata.name}`,
    wanted: { name: displayName, ...spec },
  }));
/** A project to create. `id` is Rancher's id of the project when it was exported: `c-m-abcde:p-fghij`. */
export type ProjectManifest = z.infer<typeof projectManifest>;
export type Manifests = { inside: Manifest[]; projects: (ProjectManifest & Pick<Manifest, 'place' | 'line'>)[] };

function readProject({ found, place, line }: Manifest): Manifests['projects'][number] {
  const parsed = projectManifest.safeParse(found);
  if (parsed.success) return { ...parsed.data, place, line };
  const field = parsed.error.issues[0]?.path.join('.');
  throw new UnusableManifests(`Document ${place} is not an exported Rancher project: ${field} is missing or wrong.`);
}

/**
 * Parses a text into the objects to create in the cluster, and the projects to create for the namespaces in the text.
 * An export also contains Rancher's definition of the cluster. This definition is ignored, because clusters are changed
 * through other API calls. Throws UnusableManifests.
 */
export function parseManifests(text: string): Manifests {
  const read = parseDocuments(text).flatMap(withItems);
  const projects = read.filter(({ found }) => isProject(found)).map(readProject);
  if (projects.length > MAX_PROJECTS) throw new UnusableManifests(`The YAML has more than ${MAX_PROJECTS} projects.`);
  return { inside: read.filter(({ found }) => !isCluster(found) && !isProject(found)), projects };
}

/**
 * Rancher reads a namespace's project from the annotation with this key. The label with this key has the short name of
 * the project.
 */
const PROJECT = 'field.cattle.io/projectId';
const marks = z.record(z.string(), z.unknown());
const placed = z.looseObject({
  annotations: z.looseObject({ [PROJECT]: z.string() }),
  labels: marks.optional(),
});

function marked(found: Record<string, unknown> | undefined, id: string | undefined) {
  const { [PROJECT]: _old, ...others } = marks.parse(found ?? {});
  return id === undefined ? others : { ...others, [PROJECT]: id };
}

/**
 * Replaces the old project's id in an exported namespace by the new project's id from `ids`. If `ids` has no new id
 * yet, the namespace gets no project. All other objects are returned unchanged.
 */
export function inProject(object: KubernetesObject, ids: ReadonlyMap<string, string | undefined>): KubernetesObject {
  const named = placed.safeParse(object.metadata).data;
  const old = named?.annotations[PROJECT];
  if (object.kind !== 'Namespace' || named === undefined || old === undefined || !ids.has(old)) return object;
  const id = ids.get(old);
  const { annotations, labels } = named;
  return {
    ...object,
    metadata: {
      ...object.metadata,
      annotations: marked(annotations, id),
      ...(labels && { labels: PROJECT in labels ? marked(labels, id?.split(':')[1]) : labels }),
    },
  };
}
