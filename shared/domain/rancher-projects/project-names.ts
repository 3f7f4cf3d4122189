import type { Uuid } from '../_core/identifier.ts';

/** Maximum length of a DNS label, and so of a namespace's name. */
const MAX_LABEL = 63;
const UUID_PART = 8;

/** The marketplace resource to which a Rancher project belongs. */
export type OrderedProject = {
  uuid: Uuid;
  name: string;
  slug: string;
  customer: { name: string; slug: string };
  project: { name: string; slug: string };
};

/**
 * The name of the project in Rancher, and of its namespace: prefix and slug of the resource. A name that is too long
 * for a namespace is cut, and ends with a part of the uuid.
 */
export function projectName(prefix: string, { slug, uuid }: Pick<OrderedProject, 'slug' | 'uuid'>): string {
  const part = uuid.slice(0, UUID_PART);
  const name = `${prefix}${slug || `resource-${part}`}`;
  if (name.length <= MAX_LABEL) return name.replace(/-+$/, '');
  return `${name.slice(0, MAX_LABEL - UUID_PART - 1).replace(/-+$/, '')}-${part}`;
}

/** The description of a project in Rancher. Users see this text in Rancher. */
export const projectDescription = ({ name, customer, project }: OrderedProject): string =>
  `${name} (Customer: ${customer.name || customer.slug}, Project: ${project.name || project.slug})`;

const RESOURCE = 'paddock.cloud/resource';
const INSTALLATION = 'paddock.cloud/installation';

/** Annotations of a project. Waldur's site agent uses the first three, too. The others are Paddock's own. */
export const projectAnnotations = (
  stage: string,
  { uuid, customer, project }: Pick<OrderedProject, 'uuid' | 'customer' | 'project'>,
): Record<string, string> => ({
  'waldur/organization': customer.slug,
  'waldur/managed': 'true',
  'waldur/project_slug': project.slug || 'unknown',
  [INSTALLATION]: stage,
  [RESOURCE]: uuid,
});

type FoundProject = { id: string; clusterId: string; name: string; annotations: Readonly<Record<string, string>> };
type Wanted = { stage: string; uuid: Uuid; clusterId: string; projectName: string };
/** The values by which Paddock recognizes the project that a site agent has made for a resource of a remote Waldur. */
type MadeByAgent = { backendId: string; customerSlug: string; projectSlug: string };

/**
 * Whether Paddock has made the project for this resource. The name alone is not enough, because somebody else's project
 * may have the same name.
 */
export const isOwnProject = (
  { clusterId, name, annotations }: FoundProject,
  { stage, uuid, clusterId: wantedCluster, projectName: wantedName }: Wanted,
): boolean =>
  clusterId === wantedCluster &&
  name === wantedName &&
  annotations[RESOURCE] === uuid &&
  annotations[INSTALLATION] === stage;

/**
 * Whether a site agent has made the project for the resource of the remote Waldur. False if Paddock already manages the
 * project. The slugs of Waldur's customer and project are compared, because the agent does not write the resource's
 * uuid to the Rancher project. The id of the Rancher project is also compared, or its name if Waldur does not have the
 * id.
 */
const isProjectOfAgent = (
  { id, clusterId, name, annotations }: FoundProject,
  { clusterId: wantedCluster, projectName: wantedName }: Wanted,
  { backendId, customerSlug, projectSlug }: MadeByAgent,
): boolean =>
  clusterId === wantedCluster &&
  (backendId === '' ? name === wantedName : id === backendId) &&
  annotations['waldur/managed'] === 'true' &&
  annotations['waldur/organization'] === customerSlug &&
  annotations['waldur/project_slug'] === (projectSlug || 'unknown') &&
  annotations[RESOURCE] === undefined;

/**
 * The project that an order finds in Rancher. `own`: the order's project from an earlier attempt. `ofAgent`: a site
 * agent has made the project for the same resource. `isTaken`: somebody else's project has this name. Each listed
 * project is checked again here, so the result does not depend on the filter of the request to Rancher.
 */
export function foundProject<P extends FoundProject>(
  listed: readonly P[],
  wanted: Wanted,
  agent?: MadeByAgent,
): { own?: P | undefined; ofAgent?: P | undefined; isTaken: boolean } {
  const own = listed.find((it) => isOwnProject(it, wanted));
  const ofAgent = own || !agent ? undefined : listed.find((it) => isProjectOfAgent(it, wanted, agent));
  if (ofAgent) return { ofAgent, isTaken: false };
  const isTaken = listed.some(({ clusterId, name }) => clusterId === wanted.clusterId && name === wanted.projectName);
  return { own, isTaken: !own && isTaken };
}
