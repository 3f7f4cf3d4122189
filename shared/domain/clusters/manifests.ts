import { z } from 'zod';
import { type KubernetesObject, type Manifest, parseDocuments, UnusableManifests } from './manifest-documents.ts';

/** Limited, because each missing project costs one request during the call. */
const MOST_PROJECTS = 20;

const isOf = (group: string, ofKind: string, { apiVersion, kind }: KubernetesObject): boolean =>
  apiVersion.split('/')[0] === group && kind === ofKind;

/** Rancher's own object for the cluster, which has no use inside the cluster. */
const isCluster = (found: KubernetesObject) => isOf('provisioning.cattle.io', 'Cluster', found);
const isProject = (found: KubernetesObject) => isOf('management.cattle.io', 'Project', found);

const limits = z.record(z.string(), z.string()).optional();
const quota = z.object({ limit: limits }).optional();
/** A project in the form that an export has. */
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
/** A project to create. `id` is the id that Rancher had given it at the export: `c-m-abcde:p-fghij`. */
export type ProjectManifest = z.infer<typeof projectManifest>;
export type Manifests = { inside: Manifest[]; projects: ProjectManifest[] };

function readProject({ found, place }: Manifest): ProjectManifest {
  const parsed = projectManifest.safeParse(found);
  if (parsed.success) return parsed.data;
  throw new UnusableManifests(`Document ${place} is not a project in the form that an export has.`);
}

/**
 * Reads the objects to create in the cluster, and the projects of its namespaces. An export also contains Rancher's
 * definition of the cluster. That definition is ignored here, because other calls change it. Throws UnusableManifests.
 */
export function parseManifests(text: string): Manifests {
  const read = parseDocuments(text);
  const projects = read.filter(({ found }) => isProject(found)).map(readProject);
  if (projects.length > MOST_PROJECTS) throw new UnusableManifests(`The YAML has more than ${MOST_PROJECTS} projects.`);
  return { inside: read.filter(({ found }) => !isCluster(found) && !isProject(found)), projects };
}

/**
 * Key of the annotation from which Rancher reads a namespace's project. The label with the same key has the project's
 * short name.
 */
const PROJECT = 'field.cattle.io/projectId';
const annotated = z.object({ annotations: z.object({ [PROJECT]: z.string() }) });

/** Gives the namespace the present id of its project, if the project was exported with another id. */
function place({ document, found }: Manifest, ids: ReadonlyMap<string, string>): void {
  const named = annotated.safeParse(found.metadata);
  const id = named.success ? ids.get(named.data.annotations[PROJECT]) : undefined;
  if (id === undefined) return;
  document.setIn(['metadata', 'annotations', PROJECT], id);
  if (document.hasIn(['metadata', 'labels', PROJECT]))
    document.setIn(['metadata', 'labels', PROJECT], id.split(':')[1]);
}

/** The objects as YAML. Namespaces get the project ids in `ids` in place of the exported ones. */
export function writeManifests({ inside }: Manifests, ids: ReadonlyMap<string, string>): string {
  for (const manifest of inside) if (manifest.found.kind === 'Namespace') place(manifest, ids);
  return inside.map(({ document }) => String(document).replace(/^---\n/, '')).join('---\n');
}
