import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { KeycloakContext } from '../keycloak-context.ts';
import type { KeycloakGroup, KeycloakRealm, KeycloakUser } from '../realm.ts';
import { recordAdminEvent } from '../realm-events.ts';
import { type AdminCaller, requireAdmin } from './admin-caller.ts';
import { missing, notSimulated } from './admin-error.ts';

export type Change = Pick<
  Parameters<typeof recordAdminEvent>[1],
  'operationType' | 'resourceType' | 'resourcePath' | 'representation'
>;
export type AdminRequest = {
  realm: KeycloakRealm;
  caller: AdminCaller;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** The address of the object at the path `below`, for the header `Location`. */
  placeOf(below: string): string;
  record(change: Change): void;
};
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Handle = (request: AdminRequest, reply: FastifyReply) => unknown;
/** Adds a route below `/admin/realms/{realm}`. */
export type Route = (method: Method, below: string, handle: Handle) => void;

/**
 * Adds routes that check first the caller, and then that the realm exists. Each handler checks what the caller may do
 * in the realm.
 */
export const realmRoutes =
  (app: FastifyInstance, context: KeycloakContext): Route =>
  (method, below, handle) => {
    app.route({
      method,
      url: `/admin/realms/:realm${below}`,
      handler: async (request, reply) => handle(await adminRequest(context, request), reply),
    });
  };

const texts = z.record(z.string(), z.string());

async function adminRequest(context: KeycloakContext, request: FastifyRequest): Promise<AdminRequest> {
  const caller = await requireAdmin(context, request);
  const { realm: name = '', ...params } = texts.parse(request.params);
  const realm = context.realms.get(name);
  if (!realm) throw missing('Realm not found.');
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  return {
    ...{ realm, caller, params, query: url.searchParams, body: request.body },
    placeOf: (below) => `${url.origin}/admin/realms/${name}${below}`,
    record: (change) => recordAdminEvent(realm, { time: context.now(), by: caller.identity, ...change }),
  };
}

/** @throws AdminError 404 for an unknown group, regardless of the caller's rights */
export function groupOf({ realm, params }: AdminRequest, text = 'Could not find group by id'): KeycloakGroup {
  const group = realm.groups.get(params.group ?? '');
  if (!group) throw missing(text);
  return group;
}

/** @throws AdminError for an unknown user: 404 if the caller may look for users, else 403 */
export function userOf({ realm, params, caller }: AdminRequest): KeycloakUser {
  const user = realm.users.get(params.user ?? '');
  if (user) return user;
  caller.assertRole(realm, 'query-users');
  throw missing('User not found');
}

/** @throws AdminError 501 for a parameter that changes the real server's answer and is not simulated */
export function refuseParameter(query: URLSearchParams, name: string): void {
  if (isTrue(query, name, false)) throw notSimulated(`query parameter ${name}`);
}

/**
 * Applies `first` and `max`. A negative `first` counts as 0, and a negative `max` as no limit.
 * @throws AdminError 404 for a value that is no number
 */
export function pageOf<T>(rows: readonly T[], query: URLSearchParams, defaultMax = Number.POSITIVE_INFINITY): T[] {
  const first = Math.max(0, whole(query.get('first')) ?? 0);
  const asked = whole(query.get('max'));
  const max = asked === undefined ? defaultMax : asked < 0 ? Number.POSITIVE_INFINITY : asked;
  return rows.slice(first, first + max);
}

function whole(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^-?\d+$/.test(text)) throw missing('HTTP 404 Not Found');
  return Number(text);
}

/** A flag is true only if its value is the word `true`. */
export const isTrue = (query: URLSearchParams, name: string, byDefault: boolean): boolean =>
  query.has(name) ? query.get(name) === 'true' : byDefault;
