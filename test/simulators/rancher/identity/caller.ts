import type { FastifyRequest } from 'fastify';
import type { ApiToken } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { type Asked, projectPlace, type Rights, rightsOf } from '../roles/rights.ts';
import type { Verb } from '../roles/role-rules.ts';
import { steveAsked } from '../steve/steve-asked.ts';
import type { Impersonated } from './impersonation.ts';

/** The caller of a request. Each API identifies the caller before any route runs. */
export interface Caller extends Rights {
  userId: string;
  /** The key of the request. It belongs to another user if the caller is impersonated. */
  token?: ApiToken;
  impersonated?: Impersonated;
  /** Like `may`, for an object as steve names it: `provisioning.cattle.io.clusters`, `fleet-default/blue`. */
  mayOfSteve(verb: Verb, type: string, id: string): boolean;
}

const callers = new WeakMap<FastifyRequest, Caller>();
const NOBODY: Caller = {
  userId: 'system:unauthenticated',
  may: () => false,
  mayOfSteve: () => false,
  maySomewhere: () => false,
  enters: () => false,
  inside: () => undefined,
  mayInCluster: () => false,
  impersonates: false,
};

/** Identifies the caller by the key, or by the user whom the key's user impersonates. */
export function admit(
  request: FastifyRequest,
  context: RancherContext,
  token: ApiToken,
  impersonated?: Impersonated,
): Caller {
  const { userId, groups } = impersonated ?? { userId: token.userId, groups: undefined };
  const rights = rightsOf(context, userId, groups);
  const mayOfSteve = (verb: Verb, type: string, id: string) => rights.may(verb, steveAsked(context.store, type, id));
  const caller = { userId, token, ...(impersonated && { impersonated }), ...rights, mayOfSteve };
  callers.set(request, caller);
  return caller;
}

/** A caller without a key has no rights, even on a route that is open to everybody. */
export const callerOf = (request: FastifyRequest): Caller => callers.get(request) ?? NOBODY;

/**
 * Describes a norman object by its type and its id, so that rights can be checked. Ids such as `c-…:p-…` and
 * `c-…-p-…:prtb-…` contain the object's cluster and project. `clusterId` and `projectId` are absent if the id does not
 * contain them.
 */
export function askedOf(resource: string, name: string): Asked {
  if (resource === 'clusters') return { resource, name, clusterId: name };
  if (resource === 'projects') return { resource, name, ...projectPlace(name) };
  const [namespace = '', rest] = name.split(':');
  if (rest === undefined) return { resource, name };
  const [, clusterId = namespace, project] = /^(.+)-(p-[^-]+)$/.exec(namespace) ?? [];
  return { resource, name, ...(project ? projectPlace(`${clusterId}:${project}`) : { clusterId }) };
}
