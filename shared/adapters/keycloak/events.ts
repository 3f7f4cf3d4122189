import { z } from 'zod';
import { BackendUnauthorized } from '../../errors.ts';
import type { KeycloakEvents, KeycloakUserEvent } from '../../ports/keycloak.ts';
import type { AdminSession } from './admin-session.ts';

const SIGN_INS = ['LOGIN', 'REGISTER'];
/** Milliseconds. */
const instant = z.number().transform((time) => new Date(time).toISOString());
const userEvent = z
  .object({ id: z.string().min(1), time: instant, userId: z.string().optional() })
  .transform(({ id, time, userId }) => ({ id, at: time, userId }));
const adminEvent = z
  .object({ id: z.string().min(1), time: instant, resourcePath: z.string() })
  .transform(({ id, time, resourcePath }) => ({ id, at: time, userId: /^users\/([^/]+)$/.exec(resourcePath)?.[1] }));
type AnyEvent = { id: string; at: string; userId: string | undefined };
const config = z.object({
  eventsEnabled: z.boolean(),
  /** Those that are recorded; all, where the list is empty. */
  enabledEventTypes: z.array(z.string()).default([]),
  adminEventsEnabled: z.boolean(),
});

const from = (since: Date) => ({ dateFrom: since.getTime(), direction: 'asc' });

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

  // `type` is repeated in the address, which a query of names and values cannot say.
  listSignIns: (since) =>
    ofUsers(
      list({
        op: 'listSignIns',
        path: `/events?${SIGN_INS.map((type) => `type=${type}`).join('&')}`,
        query: from(since),
        item: userEvent,
      }),
    ),

  listUserCreations: (since) =>
    ofUsers(
      list({
        op: 'listUserCreations',
        path: '/admin-events',
        query: { resourceTypes: 'USER', operationTypes: 'CREATE', ...from(since) },
        item: adminEvent,
      }),
    ),
});

async function* ofUsers(events: AsyncIterable<AnyEvent>): AsyncGenerator<KeycloakUserEvent> {
  for await (const { id, at, userId } of events) if (userId !== undefined) yield { id, at, userId };
}
