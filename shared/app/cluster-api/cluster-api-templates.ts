import type { Uuid } from '#shared/domain/_core/identifier';
import { mergedOptions } from '#shared/domain/_core/options-change';
import { changed, newRecord } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { isRancherOffering, type Offering } from '#shared/domain/marketplace/offering';
import { type Caller, type Place, placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { seesSold } from '#shared/domain/organizations/placement';
import {
  type ClusterApiTemplate,
  MAX_TEMPLATES,
  type MagnumFields,
  placeOfTemplate,
  rightToChange,
  seesTemplate,
  type TemplateSpec,
  templateSpec,
} from '#shared/domain/planning/cluster-api/cluster-api-template';
import { resolveLabels } from '#shared/domain/planning/cluster-api/resolve-labels';
import { usedByText } from '#shared/domain/planning/cluster-api/used-by-text';
import { clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import { driverOf } from '#shared/drivers/registry';
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

/** Throws Conflict if the customer has as many templates as it may have, in all its projects together. */
async function assertRoom({ store }: TemplateDeps, customerUuid: Uuid): Promise<void> {
  const scope = { visibility: 'all', customerUuid } as const;
  const { total } = await store.clusterApiTemplates.list(scope, { page: 1, pageSize: 1 });
  if (total < MAX_TEMPLATES) return;
  throw new Conflict(`The organization has ${total} templates, and may have ${MAX_TEMPLATES}. Delete some first.`);
}

export async function createClusterApiTemplate(
  deps: TemplateDeps & { ids: Ids },
  caller: Caller,
  wanted: NewTemplate,
): Promise<ClusterApiTemplate> {
  const { store, clock, ids } = deps;
  const [named, place] = await placing(deps, caller, wanted);
  assertPermitted(caller, 'cluster_api_template.create', place);
  await assertRoom(deps, place.customerUuid);
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

/**
 * Reads, checks and replaces a template. Writes nothing if nothing changes.
 * @param actionFor the right that the change needs
 */
const change = (
  { store, clock }: TemplateDeps,
  caller: Caller,
  uuidText: string,
  actionFor: (before: ClusterApiTemplate) => ReturnType<typeof rightToChange>,
  decide: (before: ClusterApiTemplate) => Promise<Partial<ClusterApiTemplate>>,
): Promise<ClusterApiTemplate> =>
  retryOnConflict(async () => {
    const before = await getClusterApiTemplate({ store }, caller, uuidText);
    assertPermitted(caller, actionFor(before), placeOfTemplate(before));
    const fields = await decide(before);
    if (isSameValue({ ...before, ...fields }, before)) return before;
    const next = changed<ClusterApiTemplate>(before, clock.now(), fields);
    await store.commit(store.clusterApiTemplates.replace(next));
    return next;
  });

/**
 * Changes a template. `parse` reads the body, and is called after the permission check. Clusters that were made from
 * the template do not change. A published template is changed only by those who may publish it.
 */
export const updateClusterApiTemplate = (
  deps: TemplateDeps,
  caller: Caller,
  uuidText: string,
  parse: () => TemplateChange,
): Promise<ClusterApiTemplate> =>
  change(deps, caller, uuidText, rightToChange, async (before) => {
    if (before.isPublic) await assertSells(deps, caller, before);
    const { name = before.name, description = before.description, tags = before.tags, spec, magnum } = parse();
    return { name, description, tags, spec: specWith(before.spec, spec), magnum: magnumWith(before.magnum, magnum) };
  });

/** Hides a template from all users who are not allowed to change it, or shows it again. */
export const hideClusterApiTemplate = (
  deps: TemplateDeps,
  caller: Caller,
  uuidText: string,
  isHidden: boolean,
): Promise<ClusterApiTemplate> => change(deps, caller, uuidText, rightToChange, async () => ({ isHidden }));

const SELLS_NOTHING =
  'Only an organization with an active, shared offering of Cluster API clusters can publish a template.';

/** Whether all users can order clusters of Cluster API from the offering. Only then do its templates concern them. */
const sellsClusters = (offering: Offering): boolean =>
  offering.state === 'Active' &&
  offering.shared &&
  isRancherOffering(offering) &&
  driverOf(offering.pluginOptions).hasMagnumApi === true;

/** Throws Conflict if the template's customer sells no clusters that are made from templates. Staff may always publish. */
async function assertSells(
  { store }: TemplateDeps,
  caller: Caller,
  { customerUuid }: ClusterApiTemplate,
): Promise<void> {
  if (caller.user.isStaff) return;
  const scope = { visibility: 'all', customerUuid } as const;
  const { items } = await store.offerings.list(scope, { page: 1, pageSize: 1 }, sellsClusters);
  if (items.length === 0) throw new Conflict(SELLS_NOTHING);
}

/**
 * Shows a template to users of all customers, or only to users of the template's own customer or project. Staff may
 * publish every template. Owners may publish a template only if its customer sells clusters of Cluster API. Otherwise
 * the function throws Conflict.
 */
export const publishClusterApiTemplate = (
  deps: TemplateDeps,
  caller: Caller,
  uuidText: string,
  isPublic: boolean,
): Promise<ClusterApiTemplate> =>
  change(
    deps,
    caller,
    uuidText,
    () => 'cluster_api_template.publish',
    async (before) => {
      if (isPublic) await assertSells(deps, caller, before);
      return { isPublic };
    },
  );

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
  assertPermitted(caller, rightToChange(template), placeOfTemplate(template));
  await assertUnused(deps, caller, template);
  await store.commit(store.clusterApiTemplates.remove(template));
}
