import { z } from 'zod';
import { hasOneWaldur } from '#shared/app/_core/whose-is';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import { failureOf } from '#shared/domain/_core/failure';
import { isProjectOffering } from '#shared/domain/marketplace/offering';
import { withProjectDefaults } from '#shared/domain/marketplace/rancher-project-offering';
import type { ProjectResource } from '#shared/domain/marketplace/rancher-project-order';
import type { Limits } from '#shared/domain/marketplace/site-agent-order';
import {
  foundProject,
  type OrderedProject,
  projectAnnotations,
  projectDescription,
} from '#shared/domain/rancher-projects/project-names';
import {
  isSameQuota,
  keysAbove,
  largerQuota,
  QUOTA_NAME,
  type Quota,
  quotaFromRancher,
  quotaOf,
  rancherLimit,
  rancherQuotas,
  resourceQuotaObject,
} from '#shared/domain/rancher-projects/project-quota';
import { BackendUnavailable, Invalid, Misconfigured } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { FoundProject } from '#shared/ports/rancher/rancher-objects';
import { applyGpuPolicies } from '../apply-gpu-policies.ts';
import type { ProjectInHand, ProjectTarget } from '../project-of-operation.ts';
import { changePart, onProject } from './on-project.ts';

export const rancherOfProject = async (deps: RancherDeps, { settingsUuid }: ProjectResource): Promise<Rancher> =>
  deps.rancher.open(await rancherSettingsOf(deps, settingsUuid));

const orderedProject = ({ resource, part }: ProjectInHand): OrderedProject => ({
  uuid: resource.uuid,
  name: resource.name,
  slug: resource.slug,
  customer: { name: part.remote?.customerName ?? resource.customerName, slug: part.customerSlug },
  project: { name: part.remote?.projectName ?? resource.projectName, slug: part.projectSlug },
});

async function offeringOf({ store }: Pick<RancherDeps, 'store'>, { resource }: ProjectInHand) {
  const offering = await store.offerings.get(resource.offeringUuid);
  if (!isProjectOffering(offering)) throw new Misconfigured(`Offering ${offering.name} sells no projects.`);
  return offering;
}

/** The limits of the order that is carried out. The resource gets them when the order is done. */
const limitsOf = ({ order, part }: ProjectInHand): Limits => order.rancherProject?.limits ?? part.limits;
const wantedQuota = async (deps: RancherDeps, inHand: ProjectInHand): Promise<Quota> =>
  quotaOf((await offeringOf(deps, inHand)).components, limitsOf(inHand));

/**
 * The data by which to find the project that a site agent made for the remote resource. Undefined for Paddock's own
 * orders, and if the agent of another Waldur may have made the project (`hasOneWaldur`).
 */
export async function madeByAgent(
  { store }: Pick<RancherDeps, 'store'>,
  { remote, customerSlug, projectSlug, settingsUuid }: ProjectResource,
) {
  if (!remote || !(await hasOneWaldur(store, await rancherSettingsOf({ store }, settingsUuid)))) return undefined;
  return { backendId: remote.backendId, customerSlug, projectSlug };
}

/** Adds annotations that mark the project of a site agent as Paddock's. The project's other annotations stay. */
async function takeOver(rancher: Rancher, project: FoundProject, annotations: Record<string, string>) {
  await rancher.updateProject(project.id, { annotations: { ...project.annotations, ...annotations } });
  return project;
}

/** First looks for an existing project, because Rancher would create a second project with the same name. */
export const ensureProject = onProject(steps.rancher.ensureProject, async (deps: RancherDeps, inHand, target) => {
  const { part } = inHand;
  const { clusterId, projectName: name } = part;
  const rancher = await rancherOfProject(deps, part);
  if (!(await rancher.findCluster(clusterId))) {
    throw new Misconfigured(`Cluster not found or invalid cluster ID: Rancher has no cluster ${clusterId}.`);
  }
  const ordered = orderedProject(inHand);
  const listed = await rancher.listProjects(clusterId);
  const { own, ofAgent, isTaken } = foundProject(
    listed,
    { stage: deps.stage, uuid: ordered.uuid, clusterId, projectName: name },
    await madeByAgent(deps, part),
  );
  if (isTaken) {
    throw new Invalid([`Cluster ${clusterId} already has a Rancher project ${name}, which this order did not create.`]);
  }
  const wanted = {
    ...{ name, description: projectDescription(ordered) },
    annotations: projectAnnotations(deps.stage, ordered),
    ...rancherQuotas(await wantedQuota(deps, inHand)),
  };
  const kept = own ?? (ofAgent && (await takeOver(rancher, ofAgent, wanted.annotations)));
  const { id: backendId, name: projectName } = kept ?? (await rancher.createProject(clusterId, wanted));
  if (part.backendId !== backendId) await changePart(deps, target, { backendId, projectName });
  return {};
});

const annotated = z.object({
  metadata: z.object({ annotations: z.record(z.string(), z.string()).default({}) }),
});
const NAMESPACES = { apiVersion: 'v1', plural: 'namespaces' };
const PROJECT = 'field.cattle.io/projectId';
const QUOTA = 'field.cattle.io/resourceQuota';
const POD_SECURITY = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/enforce-version': 'latest',
};

/**
 * The namespace is written by server-side apply, so a repeated step repairs its labels. Labels that others have added
 * stay.
 */
async function applyNamespace(rancher: Rancher, part: ProjectResource, labels: Record<string, string>, quota: Quota) {
  const { clusterId, projectName: name, backendId } = part;
  const at = { ...NAMESPACES, name };
  const found = await rancher.findObject(clusterId, at);
  if (found && annotated.parse(found).metadata.annotations[PROJECT] !== backendId) {
    throw new Invalid([`Cluster ${clusterId} already has a namespace ${name}, which is in another project.`]);
  }
  const annotations = {
    'waldur/managed': 'true',
    [PROJECT]: backendId,
    ...(Object.keys(quota).length > 0 && { [QUOTA]: JSON.stringify({ limit: rancherLimit(quota) }) }),
  };
  const metadata = { name, labels: { ...POD_SECURITY, ...labels }, annotations };
  await rancher.applyObject(clusterId, at, { apiVersion: 'v1', kind: 'Namespace', metadata }, { force: true });
}

async function labelsOf(deps: RancherDeps, inHand: ProjectInHand): Promise<Record<string, string>> {
  return withProjectDefaults((await offeringOf(deps, inHand)).pluginOptions).namespace_labels;
}

/**
 * Pods of a namespace with a GPU pool need Kyverno's policy, so the policy is applied before the namespace. If a policy
 * was not applied, the order continues, and the resource shows a warning.
 */
async function ensureGpuPolicies(deps: RancherDeps, rancher: Rancher, inHand: ProjectInHand, target: ProjectTarget) {
  const { clusterId } = inHand.part;
  const { pluginOptions } = await offeringOf(deps, inHand);
  const { namespace_labels: namespaceLabels, default_no_gpu_quota: isNoGpuDefault } =
    withProjectDefaults(pluginOptions);
  const { skipped, changed } = await applyGpuPolicies(rancher, clusterId, { namespaceLabels, isNoGpuDefault });
  const cause =
    skipped.length > 0
      ? `Cluster ${clusterId} has no Kyverno, so its policies for GPUs were not applied: ${skipped.join(', ')}. Install Kyverno there.`
      : `Policies for GPUs in cluster ${clusterId} were changed, and stay as they are: ${changed.join(', ')}.`;
  if (skipped.length === 0 && changed.length === 0) return;
  const { name: step } = steps.rancher.ensureProjectNamespace;
  const warning = failureOf({ error: 'Misconfigured', cause, step }, deps.clock.now().toISOString());
  await changePart(deps, target, { warning });
}

export const ensureProjectNamespace = onProject(
  steps.rancher.ensureProjectNamespace,
  async (deps: RancherDeps, inHand, target) => {
    const rancher = await rancherOfProject(deps, inHand.part);
    await ensureGpuPolicies(deps, rancher, inHand, target);
    await applyNamespace(rancher, inHand.part, await labelsOf(deps, inHand), await wantedQuota(deps, inHand));
    return {};
  },
);

/**
 * Rancher refuses a project quota below the sum of its namespaces' quotas, and a namespace quota above the project's
 * quota. So the quotas are changed in three steps. The project first gets the larger of the old and the new quota. Then
 * the namespace gets the new quota. Then the project gets the new quota.
 */
export const applyProjectQuota = onProject(steps.rancher.applyProjectQuota, async (deps: RancherDeps, inHand) => {
  const { part } = inHand;
  const { clusterId, projectName: namespace, backendId } = part;
  const rancher = await rancherOfProject(deps, part);
  const quota = await wantedQuota(deps, inHand);
  const before = quotaFromRancher((await projectIn(rancher, backendId)).quota?.limit ?? {});
  const room = largerQuota(before, quota);
  if (!isSameQuota(before, room)) await rancher.updateProject(backendId, rancherQuotas(room));
  await applyNamespace(rancher, part, await labelsOf(deps, inHand), quota);
  const at = { apiVersion: 'v1', plural: 'resourcequotas', namespace, name: QUOTA_NAME };
  await rancher.applyObject(clusterId, at, resourceQuotaObject(namespace, quota), { force: true });
  if (!isSameQuota(room, quota)) await shrink(rancher, backendId, quota);
  return {};
});

async function projectIn(rancher: Rancher, id: string) {
  if (id === '') throw new Misconfigured('The project was not created in Rancher. Retry the order that creates it.');
  const found = await rancher.findProject(id);
  if (!found) throw new Misconfigured(`Rancher has no project ${id} any more.`);
  return found;
}

/**
 * Lowers the project's quota. Rancher updates the sum of the namespaces' quotas only after a moment, so the step is
 * repeated until the sum is within the new quota.
 */
async function shrink(rancher: Rancher, id: string, quota: Quota): Promise<void> {
  const { quota: now } = await projectIn(rancher, id);
  const above = keysAbove(quotaFromRancher(now?.usedLimit ?? {}), quota);
  if (above.length > 0) {
    throw new BackendUnavailable(
      `The quotas of the namespaces in the project exceed the new limits of ${above.join(', ')}.`,
    );
  }
  await rancher.updateProject(id, rancherQuotas(quota));
}
