import { z } from 'zod';
import { optionalReference, reference } from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { pythonType } from '#shared/contracts/rest/_core/waldur-texts';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { isManaged, type OrderedOffering } from '#shared/domain/marketplace/offering';
import type { RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { type FieldErrors, Invalid } from '#shared/errors';
import { parseOrderedOptions } from '../resource-options-body.ts';
import { limitsBody, siteAgentAttributesBody } from '../site-agent-orders/site-agent-order-body.ts';
import { managedAttributeFields } from './managed-attribute-fields.ts';
import { managedAttributesBody } from './managed-attributes-body.ts';
import { orderAttributeFields, orderAttributesBody } from './order-attributes-body.ts';

const LIMITS =
  'For an offering of projects, or of a site agent: amount of each component. A component that is left out gets its `default_limit`, or else its `min_value`. Must be empty for clusters.';

const head = z.object({
  offering: reference('marketplace-public-offerings', 'marketplace-offerings'),
  project: reference('projects'),
  plan: optionalReference('plans'),
});

const limits = z.object({ limits: limitsBody.nullish().meta({ description: LIMITS, examples: [{}] }) });

/**
 * Fields of an order that Waldur's clients send (`OrderCreateRequest` of waldur-api-client). Paddock accepts these
 * fields and ignores their values.
 */
const ignored = () =>
  z.unknown().optional().meta({ description: 'Ignored. The field is accepted, but has no effect.' });
const ignoredFields = {
  accepting_terms_of_service: ignored(),
  callback_url: ignored(),
  request_comment: ignored(),
  start_date: ignored(),
  slug: ignored(),
  type: ignored(),
};
const orderFields = head.extend({ ...limits.shape, ...ignoredFields });

const FORMS =
  'The ordered cluster or resource. The first schema is for offerings of self-managed clusters, the second for managed clusters, the third for offerings of projects and of a site agent.';

/**
 * The whole body of an order, for the OpenAPI document only. A call parses the body in parts, and stops at the first
 * part with errors (docs/spec/waldur-http.md#marketplace).
 */
export const newOrderBody = orderFields.extend({
  attributes: z
    .union([orderAttributesBody, managedAttributesBody, siteAgentAttributesBody])
    .meta({ description: FORMS }),
});
/**
 * The body of a new cluster. The attributes are top-level fields beside offering, project and plan, and not inside
 * `attributes`.
 */
export const newClusterBody = z.union([
  knownFields(orderFields.extend(orderAttributeFields.shape)),
  knownFields(orderFields.extend(managedAttributeFields.shape)),
]);

export const IDEMPOTENCY_KEY = {
  'Idempotency-Key':
    'Text of 1 to 255 characters. For 24 hours, a repeated request with the same key creates nothing. The answer shows the object that the first request created, in its present state, with the header `Idempotent-Replayed: true`. The same key with another request is refused (422). A refused request does not use up the key.',
};

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const without = (fields: readonly string[], from: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !fields.includes(name)));

type Toggles = Pick<SiteSettings, 'disableSshKeyInjection' | 'disableDataVolumeCreation'>;
/**
 * Removes fields that the installation has switched off, so that an order with such fields causes no error
 * (docs/spec/orders.md#ssh-keys-and-data-volumes-that-are-switched-off).
 */
export function withoutDisabled(attributes: Record<string, unknown>, site: Toggles): Record<string, unknown> {
  const disabled = [
    ...(site.disableSshKeyInjection ? ['ssh_public_key'] : []),
    ...(site.disableDataVolumeCreation ? ['data_volumes'] : []),
  ];
  const cleaned = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    return value.map((item: unknown) => (isDictionary(item) ? without(disabled, item) : item));
  };
  const left = Object.entries(without(disabled, attributes));
  return Object.fromEntries(left.map(([name, value]) => [name, MACHINES.includes(name) ? cleaned(value) : value]));
}
/** Attributes that list machines. */
const MACHINES = ['nodes', 'pools'];

/**
 * Removes fields that the installation has switched off. The size of the workers' data volumes is required, so it
 * becomes 0.
 */
function managedWithoutDisabled(attributes: Record<string, unknown>, site: Toggles): Record<string, unknown> {
  const left = site.disableSshKeyInjection ? without(['ssh_public_key'], attributes) : attributes;
  if (!site.disableDataVolumeCreation) return left;
  const size = 'pools' in left ? {} : { worker_nodes_data_volume_size: 0 };
  return { ...without(WORKER_VOLUMES, left), ...size };
}
const WORKER_VOLUMES = Object.keys(managedAttributeFields.shape).filter((name) => name.includes('_volume_'));

function attributesOf(attributes: unknown): Record<string, unknown> {
  const given = attributes === undefined ? {} : attributes;
  if (isDictionary(given)) return given;
  throw new Invalid({ attributes: [`Expected a dictionary of items but got type "${pythonType(given)}".`] });
}

/**
 * Reads the attributes of an order. As in Waldur, the errors of attributes are at the top of the error body, as in
 * `{"name": [...]}`, not inside `attributes` (docs/spec/waldur-http.md#marketplace). Throws Invalid.
 */
export function parseOrderAttributes(
  attributes: unknown,
  site: Toggles,
  options: readonly string[] = [],
  wrong: FieldErrors = {},
): RequestedAttributes {
  const given = withoutWrong(without(options, attributesOf(attributes)), wrong);
  return parseBody(orderAttributesBody, withoutDisabled(given, site));
}

/**
 * Values for required attributes that are missing or wrong. With these values, the other checks of an order can still
 * run.
 */
const STAND_INS: Readonly<Record<string, unknown>> = {
  name: 'name-to-correct',
  worker_nodes_count: 1,
  worker_nodes_data_volume_size: 0,
};
/** Attributes that determine the tenants of the machines. */
const NEEDED = [...MACHINES, 'tenant'];

/**
 * Removes the attributes that have errors, so that the remaining attributes can be checked. Returns all attributes
 * unchanged if a wrong attribute determines the tenants of the machines.
 */
function withoutWrong(attributes: Record<string, unknown>, wrong: FieldErrors): Record<string, unknown> {
  const names = Object.keys(wrong);
  if (names.some((name) => NEEDED.includes(name))) return attributes;
  const standIns = names.flatMap((name) => (name in STAND_INS ? [[name, STAND_INS[name]]] : []));
  return { ...without(names, attributes), ...Object.fromEntries(standIns) };
}

function siteAgentAttributes(given: Record<string, unknown>) {
  const { end_date, ...attributes } = parseBody(siteAgentAttributesBody, given);
  return { ...attributes, endDate: end_date ?? undefined };
}

/** An order whose attributes are parsed later, because the offering decides which attributes are valid. */
const newOrder = (
  { offering, project, plan }: z.infer<typeof head>,
  attributes: unknown,
  site: Toggles,
  given: z.infer<typeof limits>['limits'],
) => ({
  offeringUuid: offering,
  projectUuid: project,
  planUuid: plan,
  parseAttributes: (options: readonly string[] = [], wrong: FieldErrors = {}) =>
    parseOrderAttributes(attributes, site, options, wrong),
  readManagedAttributes: (options: readonly string[] = [], wrong: FieldErrors = {}) => {
    const given = withoutWrong(without(options, attributesOf(attributes)), wrong);
    return parseBody(managedAttributesBody, managedWithoutDisabled(given, site));
  },
  readSiteAgentAttributes: (options: readonly string[] = []) =>
    siteAgentAttributes(without(options, attributesOf(attributes))),
  readLimits: () => given ?? {},
  readOptions: (item: OrderedOffering) =>
    parseOrderedOptions(item.resourceOptions, attributesOf(attributes), isManaged(item)),
});

/** Reads the body of `POST marketplace-orders/`. */
export function parseNewOrder(body: unknown, site: Toggles) {
  const references = parseBody(head, body);
  const { attributes, limits: given } = parseBody(limits.extend({ attributes: z.unknown().optional() }), body);
  return newOrder(references, attributes, site, given);
}

/**
 * Reads the body of `POST rancher-clusters/`. The attributes are top-level fields beside offering, project and plan,
 * and not inside `attributes`.
 */
export function parseNewCluster(body: unknown, site: Toggles) {
  const references = parseBody(head, body);
  const attributes = isDictionary(body) ? without(Object.keys(orderFields.shape), body) : body;
  return { ...newOrder(references, attributes, site, parseBody(limits, body).limits), isForCluster: true as const };
}
