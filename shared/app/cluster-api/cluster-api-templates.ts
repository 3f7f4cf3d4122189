import type { Uuid } from '#shared/domain/_core/identifier';
import { mergedOptions } from '#shared/domain/_core/options-change';
import { changed, newRecord } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { type Caller, type Place, placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { seesSold } from '#shared/domain/organizations/placement';
import {
  type ClusterApiTemplate,
  type MagnumFields,
  placeOfTemplate,
  seesTemplate,
  type TemplateSpec,
  templateSpec,
} from '#shared/domain/planning/cluster-api/cluster-api-template';
import { resolveLabels } from '#shared/domain/planning/cluster-api/resolve-labels';
import { usedByText } from '#shared/domain/planning/cluster-api/used-by-text';
import { clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import { Conflict } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { referredCustomer, referredProject } from '../_core/resolve-references.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';

export type TemplateDeps = {
  store: Pick<Store, 'clusterApiTemplates' | 'clusters' | 'customers' | 'projects' | 'offerings' | 'commit'>;
  clock: Clock;
};

/**
 * Changed fields of a template. A null in `spec` gives the field its default, and a null in `magnum` removes the field.
 */
export type TemplateChange = {
  [F in 'name' | 'description' | 'tags']?: ClusterApiTemplate[F] | undefined;
} & {
  spec: { readonly [F in keyof TemplateSpec]?: TemplateSpec[F] | null };
  magnum?: { readonly [F in keyof MagnumFields]?: MagnumFields[F] | null };
};
/** A new template, and the project or customer that it is for. */
export type NewTemplate = Pick<ClusterApiTemplate, 'name' | 'description' | 'tags'> &
  Pick<TemplateChange, 'spec' | 'magnum'> &
  ({ projectUuid: Uuid } | { customerUuid: Uuid });

export const getClusterApiTemplate = (
  { store }: { store: Pick<Store, 'clusterApiTemplates'> },
  caller: Caller,
  uuidText: string,
): Promise<ClusterApiTemplate> =>
  getVisible(store.clusterApiTemplates, 'ClusterApiTemplate', uuidText, (item) => seesTemplate(caller, item));

/**
 * The Kubernetes version with which the labels of a template are checked. A template belongs to no provider, so this is
 * the default of all providers. Any version would do, because the check does not depend on the version.
 */
const ANY_VERSION = clusterApiOptions.shape.k8sVersion.parse(undefined);

/** Returns the template's spec after the change. Throws Invalid with errors by label. */
function specWith(before: object, change: TemplateChange['spec']): TemplateSpec {
  const spec = templateSpec.parse(mergedOptions(before, change));
  resolveLabels({
    template: {},
    ordered: spec.labels,
    merge: false,
    driver: spec.networkDriver,
    kubernetesVersion: ANY_VERSION,
  });
  return spec;
}

/** Returns the template's Magnum fields after the change. Undefined if no field is left. */
function magnumWith(before: MagnumFields = {}, change: NonNullable<TemplateChange['magnum']> = {}) {
  const fields = mergedOptions(before, change);
  return Object.keys(fields).length === 0 ? undefined : fields;
}

type Placing = Pick<ClusterApiTemplate, 'customerUuid' | 'customerName' | 'projectUuid' | 'projectName'>;

async function placing({ store }: TemplateDeps, caller: Caller, wanted: NewTemplate): Promise<[Placing, Place]> {
  if ('projectUuid' in wanted) {
    const project = await referredProject(store, caller, wanted.projectUuid);
    const { uuid: projectUuid, name: projectName, customerUuid, customerName } = project;
    return [{ projectUuid, projectName, customerUuid, customerName }, placeOf(project)];
  }
  const { uuid: customerUuid, name: customerName } = await referredCustomer(store, caller, wanted.customerUuid);
  return [{ customerUuid, customerName }, { customerUuid }];
}

export async function createClusterApiTemplate(
  deps: TemplateDeps & { ids: Ids },
  caller: Caller,
  wanted: NewTemplate,
): Promise<ClusterApiTemplate> {
  const { store, clock, ids } = deps;
  const [named, place] = await placing(deps, caller, wanted);
  assertPermitted(caller, 'cluster_api_template.create', place);
  const { name, description, tags, spec, magnum } = wanted;
  const template: ClusterApiTemplate = {
    ...newRecord(ids.uuid(), clock.now()),
    ...named,
    ...{ name, description, tags, isPublic: false, isHidden: false },
    spec: specWith({}, spec),
    magnum: magnumWith({}, magnum),
  };
  await store.commit(store.clusterApiTemplates.insert(template));
  return template;
}

type Action = 'cluster_api_template.change' | 'cluster_api_template.publish';

/** Reads, checks and replaces a template. Writes nothing if nothing changes. */
const change = (
  { store, clock }: TemplateDeps,
  caller: Caller,
  uuidText: string,
  action: Action,
  decide: (before: ClusterApiTemplate) => Promise<Partial<ClusterApiTemplate>>,
): Promise<ClusterApiTemplate> =>
  retryOnConflict(async () => {
    const before = await getClusterApiTemplate({ store }, caller, uuidText);
    assertPermitted(caller, action, placeOfTemplate(before));
    const fields = await decide(before);
    if (isSameValue({ ...before, ...fields }, before)) return before;
    const next = changed<ClusterApiTemplate>(before, clock.now(), fields);
    await store.commit(store.clusterApiTemplates.replace(next));
    return next;
  });

/**
 * Changes a template. `parse` reads the body, and is called after the permission check. Clusters that were made from
 * the template do not change.
 */
export const updateClusterApiTemplate = (
  deps: TemplateDeps,
  caller: Caller,
  uuidText: string,
  parse: () => TemplateChange,
): Promise<ClusterApiTemplate> =>
  change(deps, caller, uuidText, 'cluster_api_template.change', async (before) => {
    const { name = before.name, description = before.description, tags = before.tags, spec, magnum } = parse();
    return { name, description, tags, spec: specWith(before.spec, spec), magnum: magnumWith(before.magnum, magnum) };
  });

/** Hides a template from all users who are not allowed to change it, or shows it again. */
export const hideClusterApiTemplate = (
  deps: TemplateDeps,
  caller: Caller,
  uuidText: string,
  isHidden: boolean,
): Promise<ClusterApiTemplate> =>
  change(deps, caller, uuidText, 'cluster_api_template.change', async () => ({ isHidden }));

const SELLS_NOTHING = 'Only an organization with an offering can publish a template.';

/** Whether the customer has an offering that is not archived. */
async function sells({ store }: TemplateDeps, customerUuid: Uuid): Promise<boolean> {
  const scope = { visibility: 'all', customerUuid } as const;
  const { items } = await store.offerings.list(scope, { page: 1, pageSize: 1 }, ({ state }) => state !== 'Archived');
  return items.length > 0;
}

/**
 * Shows a template to users of all customers, or only to users of the template's own customer or project. Staff may
 * publish every template. Owners may publish a template only if its customer has an offering. Without an offering, the
 * function throws Conflict.
 */
export const publishClusterApiTemplate = (
  deps: TemplateDeps,
  caller: Caller,
  uuidText: string,
  isPublic: boolean,
): Promise<ClusterApiTemplate> =>
  change(deps, caller, uuidText, 'cluster_api_template.publish', async ({ customerUuid }) => {
    if (isPublic && !caller.user.isStaff && !(await sells(deps, customerUuid))) throw new Conflict(SELLS_NOTHING);
    return { isPublic };
  });

/**
 * Thrown if a template cannot be deleted, because clusters use it. Magnum's API shows this error with Magnum's own
 * text.
 */
export class TemplateInUse extends Conflict {}

/** At most this many clusters of a template are read. The message of TemplateInUse names those that the caller sees. */
const READ_CLUSTERS = 100;

async function assertUnused({ store }: TemplateDeps, caller: Caller, { uuid }: ClusterApiTemplate): Promise<void> {
  const scope = { visibility: 'all', where: { cluster_api_template: [uuid] } } as const;
  const { items, total } = await store.clusters.list(scope, { page: 1, pageSize: READ_CLUSTERS });
  if (total === 0) return;
  const seen = items.filter((cluster) => seesSold(caller, cluster));
  throw new TemplateInUse(
    usedByText(
      seen.map(({ name }) => name),
      total,
    ),
  );
}

/**
 * Deletes a template. Throws TemplateInUse while a cluster uses it. The error names the clusters that the caller sees, and
 * counts all others.
 */
export async function deleteClusterApiTemplate(deps: TemplateDeps, caller: Caller, uuidText: string): Promise<void> {
  const { store } = deps;
  const template = await getClusterApiTemplate(deps, caller, uuidText);
  assertPermitted(caller, 'cluster_api_template.change', placeOfTemplate(template));
  await assertUnused(deps, caller, template);
  await store.commit(store.clusterApiTemplates.remove(template));
}
