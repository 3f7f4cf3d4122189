import { z } from 'zod';
import { EVENT_GROUPS, EVENT_TYPES } from '#shared/domain/_core/event-type';
import type { Hook } from '#shared/domain/hooks/hook';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import { flag } from '../_core/fields.ts';
import type { FilterTable, Listing } from '../_core/listing.ts';

/** Maximum length of the name of an event type or group. */
const MAX_NAME = 100;
const names = (known: readonly string[]) =>
  z
    .array(
      z
        .string()
        .max(MAX_NAME)
        .refine((name) => known.includes(name), { error: ({ input }) => `"${input}" is not a valid choice.` }),
    )
    .max(known.length)
    .transform((given) => [...new Set(given)]);

/** Fields that say which events a web hook or e-mail hook gets. */
export const wantedFields = {
  event_types: names(EVENT_TYPES)
    .optional()
    .meta({
      examples: [['project_creation_succeeded']],
      description: 'Types of the events to send. `GET /api/events/event_groups/` lists all types. Default: none.',
    }),
  event_groups: names(Object.keys(EVENT_GROUPS))
    .optional()
    .meta({
      examples: [['projects']],
      description:
        'Groups of event types to send, in addition to `event_types`. Default: none. A hook needs a type or a group.',
    }),
  is_active: flag()
    .optional()
    .meta({ description: 'Whether events are sent. Default: `true`.', examples: [true] }),
};
type Wanted = {
  event_types?: string[] | undefined;
  event_groups?: string[] | undefined;
  is_active?: boolean | undefined;
};

/** The fields that a change contains. Other fields stay as they are. */
export const wantedOf = ({ event_types, event_groups, is_active }: Wanted) => ({
  ...(event_types && { eventTypes: event_types }),
  ...(event_groups && { eventGroups: event_groups }),
  ...(is_active !== undefined && { isActive: is_active }),
});

export const NEW_HOOK = { contentType: 'json' as const, eventTypes: [], eventGroups: [], isActive: true };

export const hookView = {
  url: z.string(),
  uuid: z.string(),
  is_active: z.boolean(),
  author_uuid: z.string(),
  author_username: z.string(),
  author_fullname: z.string(),
  author_email: z.string(),
  event_types: z.array(z.string()),
  event_groups: z.array(z.string()),
  created: z.string(),
  modified: z.string(),
};
/** Users see only their own hooks, so the author of a hook is the caller. */
export const viewHook = (author: User, hook: Hook) => ({
  uuid: hook.uuid,
  is_active: hook.isActive,
  author_uuid: hook.userUuid,
  author_username: author.username,
  author_fullname: fullNameOf(author),
  author_email: author.email,
  event_types: hook.eventTypes,
  event_groups: hook.eventGroups,
  created: hook.created,
  modified: hook.modified,
});

/** A list of hooks. It has no `view` here, because the view of a hook depends on the caller. */
export type HookListing<V> = Omit<Listing<Hook, V>, 'view'>;

/**
 * Filters for web hooks and e-mail hooks. Callers see only their own hooks, so the caller is the author of every hook.
 */
export const hookFilters: Pick<FilterTable<Hook>, 'oneOf' | 'uuids' | 'flags' | 'instants'> = {
  oneOf: {
    author_username: (_, asker) => asker?.user.username ?? [],
    author_email: (_, asker) => asker?.user.email ?? [],
    author_fullname: (_, asker) => (asker ? fullNameOf(asker.user) : []),
  },
  uuids: { author_uuid: ({ userUuid }) => userUuid },
  flags: { is_active: ({ isActive }) => isActive },
  instants: { last_published: { is: 'from', of: ({ lastDeliveredAt }) => lastDeliveredAt } },
};
