import type { Order } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { AgentOrder, AgentResource } from '#shared/domain/marketplace/site-agent-order';
import type { AgentIdentity } from '#shared/domain/site-agents/agent-identity';
import type { BillingPeriod } from '#shared/domain/usage/billing-period';
import { firstReport, type ReportedUsage } from '#shared/domain/usage/reported-usage';
import type { Store } from '#shared/ports/store';
import { anOrder, aResource, aUuid, CREATED } from './builders.ts';
import { aSiteAgentOffering } from './offering-builders.ts';

export const anAgentIdentity = (fields: Partial<AgentIdentity> = {}): AgentIdentity => ({
  ...{ uuid: aUuid(), version: 0, created: CREATED, modified: CREATED },
  name: 'agent-1',
  offeringUuid: aUuid(),
  customerUuid: aUuid(),
  createdByUuid: aUuid(),
  agentVersion: '1.0.7',
  dependencies: [{ package: 'waldur-api-client', version: '8.1.3' }],
  configFilePath: '',
  lastRestartedAt: CREATED,
  services: [],
  ...fields,
});

export function anAgentResource(fields: Partial<Resource> = {}): Resource & { siteAgent: AgentResource } {
  const { clusterUuid, ...resource } = aResource();
  const siteAgent = {
    description: '',
    limits: { cpu: 4 },
    backendId: 'alloc_1',
    backendMetadata: {},
    projectSlug: 'demo',
    customerSlug: 'example',
  };
  return {
    ...resource,
    name: 'allocation',
    slug: 'allocation',
    state: 'OK',
    ...fields,
    siteAgent: { ...siteAgent, lastOrderUuid: aUuid(), ...fields.siteAgent },
  };
}

export function anAgentOrder(resource: Resource & { siteAgent: AgentResource }, fields: Partial<Order> = {}) {
  const { clusterUuid, ...order } = anOrder();
  const { customerUuid, projectUuid, offeringUuid, offeringName, providerUuid } = resource;
  const { description, limits, projectSlug, customerSlug } = resource.siteAgent;
  const siteAgent: AgentOrder = { description, limits, backendId: '', projectSlug, customerSlug };
  const ofResource = { resourceUuid: resource.uuid, resourceName: resource.name, siteAgent };
  return { ...order, customerUuid, projectUuid, offeringUuid, offeringName, providerUuid, ...ofResource, ...fields };
}

type Place = { customerUuid: string; projectUuid: string };
/**
 * An offering of a site agent, and a resource of this offering in the given project. By default, the provider is the
 * customer of the project.
 */
export function soldByAgent(place: Place, providerUuid = place.customerUuid) {
  const offering = aSiteAgentOffering({ customerUuid: providerUuid });
  const { uuid: offeringUuid, name: offeringName } = offering;
  return { offering, resource: anAgentResource({ ...place, offeringUuid, offeringName, providerUuid }) };
}

type Said = { type: string; amount: string; period: BillingPeriod; now: Date };
/** The first usage report of a component. The component's name is its type. */
export function aReportedUsage(resource: Resource, said: Partial<Said> & Pick<Said, 'now'>): ReportedUsage {
  const { type = 'node_hours', amount = '12.50', now, period = now.toISOString().slice(0, 7) } = said;
  const component = { type, name: type, description: '', measured_unit: 'hours', billing_type: 'usage' } as const;
  return firstReport(resource, component, { amount, description: '' }, { period, now });
}

/** Stores a resource, its usage of this month and the share of one user in the usage. */
export async function putReported({ store, now }: { store: Store; now: Date }, place: Place) {
  const { offering, resource } = soldByAgent(place);
  const usage = aReportedUsage(resource, { now });
  await store.commit(store.offerings.insert(offering), store.resources.insert(resource), store.usages.insert(usage));
  const at = now.toISOString();
  const shares = [{ username: 'grace', amount: '7.50', created: at, modified: at }];
  await store.commit(store.usages.replaceWithShares({ ...usage, version: 1, userCount: 1 }, shares));
  return { offering, resource, usage };
}
