import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { keystoneRefusal, unauthenticated } from '../refusal.ts';
import { authenticate, authRequest } from './authenticate.ts';
import { authUrl, baseUrl, isGood, keystoneCaller } from './caller.ts';
import { catalogOf } from './catalog.ts';
import { keystoneList } from './listing.ts';
import { allow } from './policy.ts';
import { projectView } from './project-routes.ts';
import { rolesOn } from './roles.ts';
import type { Token } from './rows.ts';
import { tokenView } from './token-view.ts';

/** `/v3/auth`: logging in, and showing and revoking tokens. */
export function addTokenRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.post('/v3/auth/tokens', async (request, reply) => {
    const token = authenticate(cloud, authRequest.parse(request.body));
    if (!token) throw unauthenticated(authUrl(request));
    reply.code(201).header('x-subject-token', token.value).header('vary', 'X-Auth-Token');
    return tokenView(cloud, token, viewOptions(request));
  });

  app.get('/v3/auth/tokens', async (request, reply) => {
    const subject = subjectToken(cloud, request);
    reply.header('x-subject-token', subject.value).header('vary', 'X-Auth-Token');
    return tokenView(cloud, subject, viewOptions(request));
  });

  app.delete('/v3/auth/tokens', async (request, reply) => {
    subjectToken(cloud, request).revoked = true;
    return reply.code(204).send();
  });

  app.get('/v3/auth/catalog', async (request) => {
    keystoneCaller(cloud, request);
    return {
      catalog: catalogOf(cloud, baseUrl(request)),
      links: { next: null, self: authUrl(request), previous: null },
    };
  });

  app.get('/v3/auth/projects', async (request) => {
    const { userId } = keystoneCaller(cloud, request);
    const mine = [...cloud.keystone.projects.values()].filter(({ id }) => rolesOn(cloud, userId, id).length > 0);
    const views = mine.map((project) => projectView(project, request));
    return keystoneList('projects', views, {}, `${authUrl(request)}/auth/projects`);
  });
}

const viewOptions = (request: FastifyRequest) => ({
  base: baseUrl(request),
  catalog: !new URLSearchParams(request.url.split('?')[1]).has('nocatalog'),
});

/**
 * The token in `X-Subject-Token`. 404 if this token is not valid. 403 if this token belongs to another user and the
 * caller is not an admin.
 */
function subjectToken(cloud: Cloud, request: FastifyRequest): Token {
  const caller = keystoneCaller(cloud, request);
  const value = String(request.headers['x-subject-token'] ?? '');
  const subject = cloud.keystone.tokens.get(value);
  if (!subject || !isGood(cloud, subject)) throw keystoneRefusal(404, 'Could not find token.');
  allow(caller.admin || caller.userId === subject.userId, 'validate_token');
  return subject;
}
