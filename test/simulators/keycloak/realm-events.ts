import { randomUUID } from 'node:crypto';

/** What a user did, as `GET events` shows it. */
export type UserEvent = {
  id: string;
  /** Milliseconds. */
  time: number;
  type: 'LOGIN' | 'LOGIN_ERROR';
  realmId: string;
  clientId: string;
  userId: string;
  ipAddress: string;
  error?: string;
  details: Record<string, string>;
};
/** A change through the admin API, as `GET admin-events` shows it. */
export type AdminEvent = {
  id: string;
  time: number;
  realmId: string;
  authDetails: { realmId: string; userId: string; ipAddress: string };
  operationType: 'CREATE' | 'UPDATE' | 'DELETE';
  resourceType: 'USER' | 'GROUP' | 'GROUP_MEMBERSHIP';
  resourcePath: string;
  /** The change as JSON, if the realm records details of admin events. */
  representation?: string;
};
export type EventsConfig = {
  eventsEnabled: boolean;
  eventsListeners: string[];
  enabledEventTypes: string[];
  adminEventsEnabled: boolean;
  adminEventsDetailsEnabled: boolean;
};
export type RealmEvents = { config: EventsConfig; user: UserEvent[]; admin: AdminEvent[] };

/** The event types of the real server that concern sign-ins. */
export const EVENT_TYPES = [
  ...['LOGIN', 'LOGIN_ERROR', 'REGISTER', 'REGISTER_ERROR', 'LOGOUT', 'LOGOUT_ERROR'],
  ...['IDENTITY_PROVIDER_LOGIN', 'IDENTITY_PROVIDER_FIRST_LOGIN', 'UPDATE_PROFILE', 'CLIENT_LOGIN'],
];

/** The events of a new realm. Recording is off. */
export const noEvents = (): RealmEvents => ({
  config: {
    eventsEnabled: false,
    eventsListeners: ['jboss-logging'],
    enabledEventTypes: EVENT_TYPES,
    adminEventsEnabled: false,
    adminEventsDetailsEnabled: false,
  },
  user: [],
  admin: [],
});

type Recorded = { id: string; name: string; events: RealmEvents };
const LOCAL = '127.0.0.1';

export function recordUserEvent(
  { id, events }: Recorded,
  event: Omit<UserEvent, 'id' | 'realmId' | 'ipAddress'>,
): void {
  const { eventsEnabled, enabledEventTypes } = events.config;
  if (!eventsEnabled || !enabledEventTypes.includes(event.type)) return;
  events.user.push({ id: randomUUID(), realmId: id, ipAddress: LOCAL, ...event });
}

type Change = Pick<AdminEvent, 'time' | 'operationType' | 'resourceType' | 'resourcePath'> & {
  by: { realmId: string; userId: string };
  representation: unknown;
};
export function recordAdminEvent({ id, events }: Recorded, { by, representation, ...change }: Change): void {
  const { adminEventsEnabled, adminEventsDetailsEnabled } = events.config;
  if (!adminEventsEnabled) return;
  events.admin.push({
    ...{ id: randomUUID(), realmId: id, authDetails: { ...by, ipAddress: LOCAL } },
    ...change,
    ...(adminEventsDetailsEnabled && { representation: JSON.stringify(representation) }),
  });
}
