import { changed, newRecord, type RecordBase } from '#shared/domain/_core/record';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { ClusterTemplate } from '#shared/domain/planning/cluster-template';
import { expandTemplate } from '#shared/domain/planning/expand-template';
import type { RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { Invalid, noObject } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';

type TemplateFields = Omit<ClusterTemplate, keyof RecordBase>;
type TemplateChange = { [Field in keyof TemplateFields]?: TemplateFields[Field] | undefined };
type Deps = { store: Pick<Store, 'clusterTemplates' | 'commit'>; clock: Clock };

export const getClusterTemplate = ({ store }: Pick<Deps, 'store'>, uuidText: string): Promise<ClusterTemplate> =>
  getVisible(store.clusterTemplates, 'ClusterTemplate', uuidText, () => true);

export async function createClusterTemplate(
  { store, clock, ids }: Deps & { ids: Ids },
  caller: Caller,
  parse: () => TemplateFields,
): Promise<ClusterTemplate> {
  assertPermitted(caller, 'cluster_template.change');
  const template: ClusterTemplate = { ...newRecord(ids.uuid(), clock.now()), ...parse() };
  await store.commit(store.clusterTemplates.insert(template));
  return template;
}

/**
 * Changes a template, but not the nodes of earlier orders. `parse` reads the body; it is called after the permission
 * check.
 */
export function updateClusterTemplate(
  { store, clock }: Deps,
  caller: Caller,
  uuidText: string,
  parse: () => TemplateChange,
): Promise<ClusterTemplate> {
  return retryOnConflict(async () => {
    assertPermitted(caller, 'cluster_template.change');
    const before = await getClusterTemplate({ store }, uuidText);
    const { name = before.name, description = before.description, nodes = before.nodes } = parse();
    if (isSameValue({ ...before, name, description, nodes }, before)) return before;
    const next = changed(before, clock.now(), { name, description, nodes });
    await store.commit(store.clusterTemplates.replace(next));
    return next;
  });
}

export async function deleteClusterTemplate({ store }: Deps, caller: Caller, uuidText: string): Promise<void> {
  assertPermitted(caller, 'cluster_template.change');
  await store.commit(store.clusterTemplates.remove(await getClusterTemplate({ store }, uuidText)));
}

/** Nothing would look up the subnet, so nobody would notice that it belongs to another tenant. */
const NO_TEMPLATE =
  'Only the nodes of a cluster template use this subnet. Name a cluster template, or leave this field out.';

/**
 * If the attributes of an order name a template, adds the template's nodes to the attributes. Throws Invalid if there
 * is no such template, or if the order names a subnet for its nodes without a template.
 */
export async function withTemplateNodes(
  { store, site }: { store: Pick<Store, 'clusterTemplates'>; site: SiteSettings },
  requested: RequestedAttributes,
): Promise<RequestedAttributes> {
  const { clusterTemplateUuid } = requested;
  if (clusterTemplateUuid === undefined) {
    if (requested.subnetUuid !== undefined) throw new Invalid({ subnet: [NO_TEMPLATE] });
    return requested;
  }
  const template = await store.clusterTemplates.find(clusterTemplateUuid);
  if (template === undefined) throw noObject('cluster_template');
  return expandTemplate(requested, template, site);
}
