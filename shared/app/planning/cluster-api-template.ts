import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import { seesTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { expandRequest } from '#shared/domain/planning/cluster-api/expand-request';
import type { RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { noObject } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { providerSettingsOf } from '../providers/settings-of.ts';

/**
 * If the attributes of an order name a template of Cluster API, adds the template's values to the attributes. Throws
 * Invalid if the caller sees no such template, or if labels are wrong.
 */
export async function withClusterApiTemplate(
  { store }: { store: Pick<Store, 'clusterApiTemplates' | 'settings'> },
  caller: Caller,
  offering: RancherOffering,
  { requestedClusterApi: requested, ...attributes }: RequestedAttributes,
): Promise<RequestedAttributes> {
  if (requested === undefined) return attributes;
  const template = await store.clusterApiTemplates.find(requested.templateUuid);
  if (template === undefined || !seesTemplate(caller, template)) throw noObject('cluster_api_template');
  const { options } = await providerSettingsOf({ store }, offering.settingsUuid);
  return { ...attributes, clusterApi: expandRequest(requested, template, options.k8sVersion) };
}
