import { sentenceOf } from '../_core/event-type.ts';
import type { Uuid } from '../_core/identifier.ts';
import type { Actor } from './actor.ts';
import type { AuditEvent } from './audit-event.ts';

type Refused = { actor: Actor; now: Date; newUuid: () => Uuid; method: string; path: string };

/**
 * A refused attempt to change something. It has no place, because a path may name objects that the caller cannot see.
 */
export function refusedEvent({ actor, now, newUuid, method, path }: Refused): AuditEvent {
  return {
    uuid: newUuid(),
    created: now.toISOString(),
    eventType: 'access_refused',
    eventTypes: ['access_refused'],
    message: `${method} ${path.slice(0, 300)} ${sentenceOf('access_refused')}.`,
    result: 'refused',
    actor,
    changes: [],
  };
}
