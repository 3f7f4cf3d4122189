import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiToken } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { RancherError } from '../_core/rancher-errors.ts';
import type { ApiTokens } from '../identity/api-tokens.ts';
import { admit, askedOf, type Caller, callerOf } from '../identity/caller.ts';
import { type Impersonated, impersonatedIn, isOfKubernetes, NOT_ALLOWED } from '../identity/impersonation.ts';
import { type Asked, projectPlace, rightsOf } from '../roles/rights.ts';
import type { Verb } from '../roles/role-rules.ts';
import { normanResource } from './norman-types.ts';

const OPEN_SETTINGS = ['/v3/settings/cacerts', '/v3/settings/first-login'];
/** Types whose objects belong to the caller, so that no role is needed. */
const OWN = ['tokens', 'preferences'];
const VERBS: Record<string, Verb> = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };
const placed = z.looseObject({ clusterId: z.string().nullish(), projectId: z.string().nullish() });

/**
 * Checks who may enter `/v3`. A refusal comes from Rancher's authentication filter, not from norman, so its `status` is
 * text. Only an administrator may impersonate, and not with a key that is limited to another cluster. Keys are always
 * those of the key's own user.
 */
export function normanDoor(context: RancherContext, tokens: ApiTokens) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = tokens.find(request.headers, clusterInPath(request));
    const asked = askedUser(request);
    if (asked && tokens.shown(request.headers) && !mayImpersonate(context, token)) {
      return void (await reply.code(403).type('text/plain; charset=utf-8').send(NOT_ALLOWED));
    }
    if (token) admit(request, context, token, isOfTokens(request) ? undefined : asked);
    else if (request.method !== 'GET' || !OPEN_SETTINGS.includes(pathOf(request))) await sendUnauthorized(reply);
  };
}

function askedUser(request: FastifyRequest): Impersonated | undefined {
  const asked = impersonatedIn(request);
  return asked && isOfKubernetes(asked) ? undefined : asked;
}

const mayImpersonate = (context: RancherContext, token: ApiToken | undefined): boolean =>
  token !== undefined && rightsOf(context, token.userId).impersonates;

export const sendUnauthorized = (reply: FastifyReply): FastifyReply =>
  reply.code(401).send({ type: 'error', status: '401', message: 'Unauthorized 401: must authenticate' });

/**
 * Norman asks Kubernetes in the caller's name. Kubernetes refuses what the caller's roles do not allow, even if the
 * object does not exist.
 */
export async function refuseWhatIsNotGiven(request: FastifyRequest): Promise<void> {
  const caller = callerOf(request);
  const asked = caller.token ? askedIn(request) : undefined;
  if (!asked) return;
  const [verb, what] = asked;
  if (!caller.may(verb, what)) throw forbidden(caller, verb, what);
  const { projectId } = placed.safeParse(request.body).data ?? {};
  const project = projectId ? { resource: 'projects', name: projectId, ...projectPlace(projectId) } : undefined;
  if (verb === 'create' && project && !caller.may('get', project)) throw forbidden(caller, 'get', project);
}

function askedIn(request: FastifyRequest): [Verb, Asked] | undefined {
  const [, , type = '', name, below] = pathOf(request).split('/').map(decodeURIComponent);
  const resource = normanResource(type);
  const isAction = z.object({ action: z.string() }).safeParse(request.query).success;
  // Lists show only what the caller may see. A path below an object is checked by its own route.
  if (!resource || OWN.includes(resource) || below !== undefined) return undefined;
  if (name) return [isAction ? 'get' : (VERBS[request.method] ?? 'get'), askedOf(resource, name)];
  if (request.method !== 'POST' || isAction) return undefined;
  const { clusterId, projectId } = placed.safeParse(request.body).data ?? {};
  const place = projectId ? projectPlace(projectId) : { clusterId: clusterId ?? undefined };
  return ['create', { resource, ...place }];
}

export function forbidden({ userId }: Caller, verb: Verb, { resource, name = '', clusterId }: Asked): RancherError {
  const [namespace, own] = name.includes(':')
    ? name.split(':')
    : [resource === 'clusters' ? undefined : clusterId, name];
  const where = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope';
  const which = `${resource}.management.cattle.io ${own ? `"${own}" ` : ''}is forbidden`;
  const message = `${which}: User "${userId}" cannot ${verb} resource "${resource}" in API group "management.cattle.io" ${where}`;
  return new RancherError(403, 'Forbidden', message);
}

const isOfTokens = (request: FastifyRequest): boolean =>
  normanResource(pathOf(request).split('/')[2] ?? '') === 'tokens';

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

/**
 * The cluster id in a path such as `/v3/clusters/<id>` or `/v3/cluster/<id>/…`. It is the segment after a type that
 * begins with `cluster`. Empty for any other path. A key that is limited to one cluster is valid for the paths with the
 * id of this cluster.
 */
export function clusterInPath(request: FastifyRequest): string {
  const [, , kind = '', id = ''] = pathOf(request).split('/');
  return kind.startsWith('cluster') ? decodeURIComponent(id) : '';
}
