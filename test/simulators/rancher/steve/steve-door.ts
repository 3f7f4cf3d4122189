import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import type { ApiTokens } from '../identity/api-tokens.ts';
import { admit, type Caller, callerOf } from '../identity/caller.ts';
import { sendUnauthorized } from '../norman/norman-door.ts';
import { pluralOf } from '../norman/norman-types.ts';
import type { Verb } from '../roles/role-rules.ts';
import { resourceOf } from './steve-asked.ts';

/** Types whose schemas everybody sees, even without an API key. */
export const OPEN_TYPES = [
  ...['schemas', 'counts', 'apiroots', 'apigroups', 'subscribe', 'userpreferences', 'namespaces'],
  ...['management.cattle.io.settings', 'management.cattle.io.clusters', 'management.cattle.io.projects'],
];
const OPEN = ['', ...OPEN_TYPES];
/** Types whose objects belong to one user each. */
const OWN = ['ext.cattle.io.tokens', 'ext.cattle.io.kubeconfigs'];
const VERBS: Record<string, Verb> = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };

interface SteveAsked {
  type: string;
  /** The id of the object: `name` or `namespace/name`. Empty for a whole list. */
  id: string;
  verb: Verb;
}

/**
 * Checks access to `/v1`. If a caller has no rights to a type, the type has no schema and is not found. Without an API
 * key, only the types in `OPEN_TYPES` are answered. An invalid API key is answered 403 for the types in `OPEN_TYPES`,
 * and 401 for all other types.
 */
export function steveDoor(context: RancherContext, tokens: ApiTokens) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const asked = askedIn(request);
    const token = tokens.find(request.headers);
    if (token) {
      refuseWhatIsNotGiven(admit(request, context, token), asked);
      await refuseWithoutSchema(callerOf(request), asked, reply);
    } else if (!OPEN.includes(asked.type)) await sendUnauthorized(reply);
    else if (tokens.areShown(request.headers)) throw forbidden('system:cattle:error', asked);
  };
}

/**
 * A request for the list of a type without a schema is answered 404 without a body. A request for the schema is
 * answered 404 with an error message.
 */
async function refuseWithoutSchema(caller: Caller, { type, id }: SteveAsked, reply: FastifyReply): Promise<void> {
  if (!hasSchema(caller, type)) await reply.code(404).send();
  else if (type === 'schemas' && id !== '' && !hasSchema(caller, pluralOf(id))) throw notFound('no such schema');
}

/** Answers requests without a route: an unknown type, or a method that the type does not have. */
export function refuseUnknownOfSteve(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type } = askedIn(request);
  if (!OPEN.includes(type)) return reply.code(404).send();
  if (request.method === 'GET') throw notFound(`${type} is not simulated`);
  throw notAllowed(request.method);
}

/** Refuses the methods that steve does not support for any type. */
export async function refuseMethods({ method }: FastifyRequest): Promise<void> {
  if (method !== 'HEAD' && method !== 'OPTIONS') return;
  throw new RancherError(405, 'MethodNotAllowed', `Invalid method ${method} not supported`);
}

const notAllowed = (method: string): RancherError =>
  new RancherError(403, 'PermissionDenied', `Method ${method} not supported`);

const hasSchema = (caller: Caller, type: string): boolean =>
  OPEN.includes(type) || OWN.includes(type) || caller.maySomewhere(resourceOf(type));

function askedIn({ url, method }: FastifyRequest): SteveAsked {
  const [, , type = '', first = '', second = ''] = (url.split('?')[0] ?? '').split('/').map(decodeURIComponent);
  return { type: type.toLowerCase(), id: [first, second].filter(Boolean).join('/'), verb: VERBS[method] ?? 'get' };
}

function refuseWhatIsNotGiven(caller: Caller, { type, id, verb }: SteveAsked): void {
  if (OWN.includes(type) || !hasSchema(caller, type)) return;
  const isList = verb === 'get' && !id.includes('/') && isNamespaced(type);
  if (OPEN.includes(type) && verb === 'get' && (id === '' || type === 'schemas')) return;
  if (isList || (verb === 'get' && id === '')) return;
  if (caller.mayOfSteve(verb, type, id)) return;
  const method = Object.entries(VERBS).find(([, one]) => one === verb)?.[0] ?? '';
  throw notAllowed(method);
}

/** Whether a type is namespaced. False only for the cluster-wide types of Rancher that this simulator knows. */
const isNamespaced = (type: string): boolean =>
  !['management.cattle.io.settings', 'management.cattle.io.clusters', 'namespaces'].includes(type);

function forbidden(userId: string, { type, id }: SteveAsked): RancherError {
  const [resource, ...groups] = type.split('.').reverse();
  const group = groups.reverse().join('.');
  const plural = `${resource}.${group}`;
  const asks = id === '' ? 'list' : 'get';
  const message = `${plural} ${id && `"${id}" `}is forbidden: User "${userId}" cannot ${asks} resource "${resource}" in API group "${group}" at the cluster scope`;
  return new RancherError(403, 'Forbidden', message);
}
