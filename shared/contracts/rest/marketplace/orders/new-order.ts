import { z } from 'zod';
import { optionalReference, reference } from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { pythonType } from '#shared/contracts/rest/_core/waldur-texts';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { isManaged, type OrderedOffering } from '#shared/domain/marketplace/offering';
import type { RequestedAttributes } from '#shared/domain/planning/order-attributes';
import { type FieldErrors, Invalid } from '#shared/errors';
import { readOrderedOptions } from '../resource-options-body.ts';
import { limitsBody, siteAgentAttributesBody } from '../site-agent-orders/site-agent-order-body.ts';
import { managedAttributeFields } from './managed-attribute-fields.ts';
import { managedAttributesBody } from './managed-attributes-body.ts';
import { orderAttributeFields, orderAttributesBody } from './order-attributes-body.ts';

const LIMITS = 'Of a site agent’s offering: how much of each component. Clusters have no limits of this kind.';

const head = z.object({
  offering: reference('marketplace-public-offerings', 'marketplace-offerings'),
  project: reference('projects'),
  plan: optionalReference('plans'),
});

const limits = z.object({ limits: limitsBody.nullish().meta({ description: LIMITS, examples: [{}] }) });

/** What else Waldur's clients send with an order (`OrderCreateRequest` of waldur-api-client). */
const ignored = () => z.unknown().optional().meta({ description: 'Ignored.' });
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
  'The cluster: the first form for self-managed offerings, the second for managed ones. The third is for what a site agent carries out.';

/** The whole body; it is read in parts, because errors of the first part hide those of the next (docs/spec/waldur-http.md#marketplace). */
export const newOrderBody = orderFields.extend({
  attributes: z
    .union([orderAttributesBody, managedAttributesBody, siteAgentAttributesBody])
    .meta({ description: FORMS }),
});
/** … with the attributes beside offering, project and plan. */
export const newClusterBody = z.union([
  knownFields(orderFields.extend(orderAttributeFields.shape)),
  knownFields(orderFields.extend(managedAttributeFields.shape)),
]);

/** Request header of the calls that place an order, or add a node. */
export const IDEMPOTENCY_KEY = {
  'Idempotency-Key':
    'Text of 1 to 255 characters. The same key with the same request answers with what it made, for 24 hours (then with the header `Idempotent-Replayed: true`); with another one it is refused (422). A refused request does not use it up.',
};

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const without = (fields: readonly string[], from: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !fields.includes(name)));

type Toggles = Pick<SiteSettings, 'disableSshKeyInjection' | 'disableDataVolumeCreation'>;
/**
 * A site's toggles drop fields before anything looks at them, without an error
 * (docs/spec/orders.md#ssh-keys-and-data-volumes-that-are-switched-off).
 */
export function withoutDisabled(attributes: Record<string, unknown>, site: Toggles): Record<string, unknown> {
  const disabled = [
    ...(site.disableSshKeyInjection ? ['ssh_public_key'] : []),
    ...(site.disableDataVolumeCreation ? ['data_volumes'] : []),
  ];
  const { nodes, ...own } = attributes;
  const left = without(disabled, own);
  if (!Array.isArray(nodes)) return nodes === undefined ? left : { ...left, nodes };
  return { ...left, nodes: nodes.map((node: unknown) => (isDictionary(node) ? without(disabled, node) : node)) };
}

/** A managed order's data volumes are its workers'; one of them is not to be left out, so there is none. */
function managedWithoutDisabled(attributes: Record<string, unknown>, site: Toggles): Record<string, unknown> {
  const left = site.disableSshKeyInjection ? without(['ssh_public_key'], attributes) : attributes;
  return site.disableDataVolumeCreation ? { ...without(WORKER_VOLUMES, left), worker_nodes_data_volume_size: 0 } : left;
}
const WORKER_VOLUMES = Object.keys(managedAttributeFields.shape).filter((name) => name.includes('_volume_'));

function attributesOf(attributes: unknown): Record<string, unknown> {
  const given = attributes === undefined ? {} : attributes;
  if (isDictionary(given)) return given;
  throw new Invalid({ attributes: [`Expected a dictionary of items but got type "${pythonType(given)}".`] });
}

/** Attribute errors are flat, `{"name": [...]}`, with no "attributes" level (docs/spec/waldur-http.md#marketplace). Throws Invalid. */
export function readOrderAttributes(
  attributes: unknown,
  site: Toggles,
  options: readonly string[] = [],
  wrong: FieldErrors = {},
): RequestedAttributes {
  const given = withoutWrong(without(options, attributesOf(attributes)), wrong);
  return parseBody(orderAttributesBody, withoutDisabled(given, site));
}

/** Stand in for attributes that an order needs, while what else is wrong with it is looked for. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  name: 'name-to-correct',
  worker_nodes_count: 1,
  worker_nodes_data_volume_size: 0,
};
/** Without them it cannot be said where the machines are. */
const NEEDED = ['nodes', 'tenant'];

/** What is right of the attributes; as they are where too little would be left. */
function withoutWrong(attributes: Record<string, unknown>, wrong: FieldErrors): Record<string, unknown> {
  const names = Object.keys(wrong);
  if (names.some((name) => NEEDED.includes(name))) return attributes;
  const standIns = names.flatMap((name) => (name in STAND_INS ? [[name, STAND_INS[name]]] : []));
  return { ...without(names, attributes), ...Object.fromEntries(standIns) };
}

/** An order's references, and its attributes still to be read: they are the last thing looked at. */
const newOrder = (
  { offering, project, plan }: z.infer<typeof head>,
  attributes: unknown,
  site: Toggles,
  given: z.infer<typeof limits>['limits'],
) => ({
  offeringUuid: offering,
  projectUuid: project,
  planUuid: plan,
  readAttributes: (options: readonly string[] = [], wrong: FieldErrors = {}) =>
    readOrderAttributes(attributes, site, options, wrong),
  readManagedAttributes: (options: readonly string[] = [], wrong: FieldErrors = {}) => {
    const given = withoutWrong(without(options, attributesOf(attributes)), wrong);
    return parseBody(managedAttributesBody, managedWithoutDisabled(given, site));
  },
  readSiteAgentAttributes: (options: readonly string[] = []) =>
    parseBody(siteAgentAttributesBody, without(options, attributesOf(attributes))),
  readLimits: () => given ?? {},
  readOptions: (item: OrderedOffering) =>
    readOrderedOptions(item.resourceOptions, attributesOf(attributes), isManaged(item)),
});

/** `POST marketplace-orders/`. */
export function readNewOrder(body: unknown, site: Toggles) {
  const references = parseBody(head, body);
  const { attributes, limits: given } = parseBody(limits.extend({ attributes: z.unknown().optional() }), body);
  return newOrder(references, attributes, site, given);
}

/** `POST rancher-clusters/`: the order with its attributes beside offering, project and plan. */
export function readNewCluster(body: unknown, site: Toggles) {
  const references = parseBody(head, body);
  const attributes = isDictionary(body) ? without(Object.keys(orderFields.shape), body) : body;
  return { ...newOrder(references, attributes, site, parseBody(limits, body).limits), isForCluster: true as const };
}
