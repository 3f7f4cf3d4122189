import { openstackUuid } from '#shared/domain/_core/identifier';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { NodeRequest, OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { PlanFacts } from '#shared/domain/planning/plan';
import { planNodes } from '#shared/domain/planning/plan';
import { refusalOf } from '#test/refusal-of';
import { aNodeRequest, someOrderAttributes, someTenantFacts } from './builders/order-inputs.ts';

export const facts = someTenantFacts();
const { tenant } = facts;
export const idOf = (...[kind, id]: [Parameters<typeof openstackUuid>[1], string]) =>
  openstackUuid(tenant.settingsUuid, kind, id);

export const factsOf = (tenants: readonly TenantFacts[], fields: Partial<PlanFacts> = {}): PlanFacts => ({
  tenants: new Map(tenants.map((item) => [item.tenant.uuid, item])),
  baseImageName: 'ubuntu-24.04',
  imageUser: 'ubuntu',
  takenNames: new Set(),
  allocateFloatingIps: false,
  site: DEFAULT_SITE_SETTINGS,
  ...fields,
});
export const plan = (order: OrderAttributes, fields: Partial<PlanFacts> = {}, of = [facts]) =>
  planNodes(order, factsOf(of, fields)).nodes;
export const orderOf = (...nodes: NodeRequest[]) => someOrderAttributes(facts, { nodes });
export const planned = (fields: Partial<NodeRequest>, given: Partial<PlanFacts> = {}) =>
  plan(orderOf(aNodeRequest(facts, fields)), given)[0];

export const refusedNode = (fields: Partial<NodeRequest>, given: Partial<PlanFacts> = {}) =>
  refusalOf(() => planned(fields, given));
