import { z } from 'zod';
import { EVENT_GROUPS, EVENT_TYPES } from '#shared/domain/_core/event-type';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type AuditEvent, auditChange } from '#shared/domain/audit/audit-event';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { MAX_FILTER_TEXT, MAX_QUERY_VALUES } from '../_core/query-bounds.ts';

/**
 * An event in Waldur's fields. `context` has the actor, the actor's address and the object, if they are known. Waldur
 * has no field `changes`.
 */
export const eventView = z
  .object({
    uuid: z.string(),
    created: z.string(),
    event_type: z.string(),
    /** The types of all changes in this event. The first type is also in `event_type`. */
    event_types: z.array(z.string()),
    message: z.string(),
    result: z.enum(['success', 'failed', 'refused']),
    context: z.object({
      customer_uuid: z.string().optional(),
      customer_name: z.string().optional(),
      project_uuid: z.string().optional(),
      project_name: z.string().optional(),
      cluster_uuid: z.string().optional(),
      resource_uuid: z.string().optional(),
      caller_type: z.enum(['user', 'step', 'job', 'anonymous']),
      caller_uuid: z.string().optional(),
      caller_username: z.string().optional(),
      caller_full_name: z.string().optional(),
      impersonator_uuid: z.string().optional(),
      impersonator_username: z.string().optional(),
      token_name: z.string().optional(),
      ip_address: z.string().optional(),
      correlation_id: z.string().optional(),
      operation_uuid: z.string().optional(),
      /** Absent if the actor is a step, a schedule or a command. */
      caller_name: z.string().optional(),
      changes: z.array(auditChange.omit({ eventType: true }).extend({ event_type: z.string() })),
    }),
  })
  .meta({ id: 'Event' });
export type EventView = z.infer<typeof eventView>;

/** The type of an event that is published again because some hooks did not get it the first time. */
export const HOOKS_PENDING = 'hooks.untold';

/**
 * The view of an event. The event on the bus has the same fields (`functions/event-publisher`). Absent values are left
 * out.
 */
export function viewEvent(event: AuditEvent): EventView {
  const { actor } = event;
  return eventView.parse({
    uuid: event.uuid,
    created: event.created,
    event_type: event.eventType,
    event_types: event.eventTypes,
    message: event.message,
    result: event.result,
    context: {
      customer_uuid: event.customerUuid,
      customer_name: event.customerName,
      project_uuid: event.projectUuid,
      project_name: event.projectName,
      cluster_uuid: event.clusterUuid,
      resource_uuid: event.resourceUuid,
      caller_type: actor.kind,
      caller_uuid: actor.userUuid,
      caller_username: actor.username,
      caller_full_name: actor.fullName,
      impersonator_uuid: actor.impersonatorUuid,
      impersonator_username: actor.impersonatorUsername,
      token_name: actor.tokenName,
      ip_address: actor.sourceAddress,
      correlation_id: actor.correlationId,
      operation_uuid: actor.operationUuid,
      caller_name: actor.name,
      changes: event.changes.map(({ eventType, ...change }) => ({ ...change, event_type: eventType })),
    },
  });
}

export const eventGroupsView = z.record(z.string(), z.array(z.string())).meta({ id: 'EventGroups' });

const instants = (description: string) =>
  z
    .string()
    .max(MAX_FILTER_TEXT)
    .optional()
    .meta({ description, examples: ['1793491200', '2026-11-01T00:00:00Z'] });
const eventQuery = {
  scope: z
    .string()
    .max(MAX_FILTER_TEXT)
    .optional()
    .meta({
      description: 'Only events of this object, given by its URL or uuid.',
      examples: [`https://paddock.example/api/rancher-clusters/${exampleUuid('rancher-clusters')}/`],
    }),
  event_type: z
    .array(z.enum(EVENT_TYPES))
    .max(MAX_QUERY_VALUES)
    .optional()
    .meta({ description: 'Only events of these types. Repeat the parameter for several types.' }),
  feature: z
    .array(z.enum(Object.keys(EVENT_GROUPS)))
    .max(MAX_QUERY_VALUES)
    .optional()
    .meta({ description: 'Only events of a type in these groups. Repeat the parameter for several groups.' }),
  created_from: instants('Only events at or after this time: seconds since 1970 or ISO 8601.'),
  created_to: instants('Only events at or before this time: seconds since 1970 or ISO 8601.'),
  o: z.enum(['created', '-created']).optional().meta({
    description: 'Order of the events: `created` for oldest first, `-created` for newest first. Default: `-created`.',
  }),
};

/** The uuids of the actor and of the changed objects. The filter `related_user_uuid` searches in them. */
const relatedUuids = ({ actor, changes }: AuditEvent): Uuid[] => [
  ...(actor.userUuid === undefined ? [] : [actor.userUuid]),
  ...changes.flatMap(({ uuid }) => uuid ?? []),
];

export const eventListing: Listing<AuditEvent, EventView> = {
  filters: {
    within: ['customer', 'project'],
    contains: { message: ({ message }) => message },
    uuids: { user_uuid: ({ actor }) => actor.userUuid, related_user_uuid: relatedUuids },
    nothing: ['auth_method', 'pat_uuid'],
    own: eventQuery,
  },
  orderings: 'own',
  schema: eventView,
  view: (_, event) => viewEvent(event),
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List events',
    description:
      'An event says what was changed, by whom, from which address, and what the old values were. Callers see the events of the customers and projects in which they have a role. A role in a customer includes its projects. Staff and support see all events, including those of no customer. Filters by customer, project and time are fast. A `scope` is fast only if it is the URL of a customer, project or cluster. Other filters search the remaining events one by one. `X-Result-Count` is exact up to some thousand events, and a lower bound beyond.',
    rule: 'visible.list',
    listing: eventListing,
  },
  'GET /event_groups/': {
    summary: 'Show the groups of event types',
    rule: 'account.use',
    reply: eventGroupsView,
    replyExample: { ssh: EVENT_GROUPS.ssh },
  },
  'GET /{uuid}/': { summary: 'Show an event', rule: 'event.see', reply: eventView },
};

export const eventsResource: RestResource = {
  group: 'Operators',
  is: 'Audit events: what was changed, by whom, when and from where. Users see events of their customers and projects.',
  operations,
};
