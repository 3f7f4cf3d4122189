import { z } from 'zod';
import { BackendUnauthorized } from '../../errors.ts';
import type { KeycloakEvents, KeycloakUserEvent } from '../../ports/keycloak.ts';
import type { AdminSession } from './admin-session.ts';

const SIGN_INS: ('LOGIN' | 'REGISTER')[] = ['LOGIN', 'REGISTER'];
/** Keycloak's times are milliseconds since the epoch. */
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
  /** The types of events that Keycloak records. An empty list means all types. */
  enabledEventTypes: z.array(z.string()).default([]),
  adminEventsEnabled: z.boolean(),
});

const OLDEST_FIRST = { direction: 'asc' };
const isSignIn = (type: string): boolean => SIGN_INS.some((signIn) => signIn === type);
const from = (since: Date) => ({
  dateFrom: { ask: String(since.getTime()), holds: ({ at }: AnyEvent) => Date.parse(at) >= since.getTime() },
});

export const events = ({ call, list }: AdminSession): KeycloakEvents => ({
  async readEventSources() {
    try {
      const found = await call({
        op: 'readEventSources',
        ask: ({ realms }, at) => realms.getConfigEvents(at),
        reply: config,
      });
      const { eventsEnabled, adminEventsEnabled, enabledEventTypes: types } = found;
      const records = types.length === 0 || types.some(isSignIn);
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
      op: 'listSignIns',
      item: userEvent,
      where: { ...from(since), type: { ask: SIGN_INS, holds: ({ type }) => isSignIn(type) } },
      ask: ({ realms }, page) => realms.findEvents({ ...page, ...OLDEST_FIRST }),
    });
    return ofUsers(found);
  },

  listUserCreations(since) {
    const found = list({
      op: 'listUserCreations',
      item: adminEvent,
      where: {
        ...from(since),
        resourceTypes: { is: 'USER', of: ({ resourceType }) => resourceType },
        operationTypes: { is: 'CREATE', of: ({ operationType }) => operationType },
      },
      // `findAdminEvents` would write dates in a format that Keycloak refuses (measured on 26.7).
      ask({ realms }, page) {
        const request = { method: 'GET' as const, path: '/{realm}/admin-events', urlParamKeys: ['realm'] };
        return realms.makeRequest<object, unknown>(request)({ ...page, ...OLDEST_FIRST });
      },
    });
    return ofUsers(found);
  },
});

async function* ofUsers(events: AsyncIterable<AnyEvent>): AsyncGenerator<KeycloakUserEvent> {
  for await (const { id, at, userId } of events) if (userId !== undefined) yield { id, at, userId };
}
