import { z } from 'zod';
import { BackendUnauthorized } from '../../errors.ts';
import type { KeycloakEvents, KeycloakUserEvent } from '../../ports/keycloak.ts';
import type { AdminSession } from './admin-session.ts';

const SIGN_INS = ['LOGIN', 'REGISTER'];
/** Milliseconds. */
const instant = z.number().transform((time) => new Date(time).toISOString());
const userEvent = z
  .object({ id: z.string().min(1), time: instant, type: z.string(), userId: z.string().optional() })
  .transform(({ id, time, type, userId }) => ({ id, at: time, type, userId }));
const adminEvent = z
  .object({
    ...{ id: z.string().min(1), time: instant, resourcePath: z.string() },
    ...{ resourceType: z.string(), operationType: z.string() },
  })
  .transform(({ time, resourcePath, ...event }) => ({
    ...{ ...event, at: time },
    userId: /^users\/([^/]+)$/.exec(resourcePath)?.[1],
  }));
type AnyEvent = { id: string; at: string; userId: string | undefined };
const config = z.object({
  eventsEnabled: z.boolean(),
  /** Recorded types. An empty list means all. */
  enabledEventTypes: z.array(z.string()).default([]),
  adminEventsEnabled: z.boolean(),
});

const OLDEST_FIRST = { direction: 'asc' };
const from = (since: Date) => ({
  dateFrom: { ask: String(since.getTime()), holds: ({ at }: AnyEvent) => Date.parse(at) >= since.getTime() },
});

export const events = ({ call, list }: AdminSession): KeycloakEvents => ({
  async readEventSources() {
    try {
      const found = await call({ op: 'readEventSources', method: 'GET', path: '/events/config', reply: config });
      const { eventsEnabled, adminEventsEnabled, enabledEventTypes: types } = found;
      const records = types.length === 0 || SIGN_INS.some((type) => types.includes(type));
      return { signIns: eventsEnabled && records, userCreations: adminEventsEnabled };
    } catch (error) {
      if (error instanceof BackendUnauthorized && error.details.status === 403) {
        return { signIns: false, userCreations: false };
      }
      throw error;
    }
  },

  listSignIns(since) {
    const found = list({
      ...{ op: 'listSignIns', path: '/events', item: userEvent, view: OLDEST_FIRST },
      where: { ...from(since), type: { ask: SIGN_INS, holds: ({ type }) => SIGN_INS.includes(type) } },
    });
    return ofUsers(found);
  },

  listUserCreations(since) {
    const found = list({
      ...{ op: 'listUserCreations', path: '/admin-events', item: adminEvent, view: OLDEST_FIRST },
      where: {
        ...from(since),
        resourceTypes: { is: 'USER', of: ({ resourceType }) => resourceType },
        operationTypes: { is: 'CREATE', of: ({ operationType }) => operationType },
      },
    });
    return ofUsers(found);
  },
});

async function* ofUsers(events: AsyncIterable<AnyEvent>): AsyncGenerator<KeycloakUserEvent> {
  for await (const { id, at, userId } of events) if (userId !== undefined) yield { id, at, userId };
}
