import { z } from 'zod';
import { EVENT_GROUPS } from '../_core/event-type.ts';
import { type Caller, canSee, visibilityOf } from '../organizations/caller.ts';
import type { Hook } from './hook.ts';

/**
 * An event as the event bus and web hooks get it. Only the fields that decide who gets the event are checked. All other
 * fields are passed on unchanged.
 */
export const hookEvent = z.looseObject({
  uuid: z.string(),
  created: z.string(),
  event_type: z.string(),
  event_types: z.array(z.string()),
  message: z.string(),
  context: z.looseObject({
    customer_uuid: z.string().optional(),
    customer_name: z.string().optional(),
    project_uuid: z.string().optional(),
    project_name: z.string().optional(),
  }),
});
export type HookEvent = z.infer<typeof hookEvent>;

export function wantsEvent({ eventTypes, eventGroups }: Hook, event: HookEvent): boolean {
  const wanted = new Set([...eventTypes, ...eventGroups.flatMap((group) => EVENT_GROUPS[group] ?? [])]);
  return event.event_types.some((type) => wanted.has(type));
}

/**
 * Whether the caller is allowed to see the event. The same rule applies to the list of events: users see the events of
 * the customers and projects that they can see. All other events are for staff and support only.
 */
export function maySeeEvent(caller: Caller, { context }: HookEvent): boolean {
  if (visibilityOf(caller) === 'all') return true;
  const { customer_uuid: customerUuid, project_uuid: projectUuid } = context;
  if (customerUuid === undefined) return false;
  return canSee(caller, { customerUuid, ...(projectUuid !== undefined && { projectUuid }) });
}
