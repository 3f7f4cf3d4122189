import type { FastifyInstance } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { keystoneRefusal } from '../refusal.ts';
import { mountService } from '../service.ts';
import { addApplicationCredentialRoutes } from './application-credential-routes.ts';
import { authUrl, keystoneCaller } from './caller.ts';
import { addDomainRoutes } from './domain-routes.ts';
import { keystoneList } from './listing.ts';
import { addProjectRoutes } from './project-routes.ts';
import { addProjectTagRoutes } from './project-tag-routes.ts';
import { addRoleRoutes } from './role-routes.ts';
import { addServiceRoutes } from './service-routes.ts';
import { addTokenRoutes } from './token-routes.ts';
import { isReal, notSimulated } from './unplayed-paths.ts';
import { addUserRoutes } from './user-routes.ts';

export async function mountKeystone(app: FastifyInstance, cloud: Cloud): Promise<void> {
  const manners = {
    invalid: () => keystoneRefusal(400, 'Expecting to find valid JSON of the documented shape in the request body.'),
    refuse: (status: number, message: string) => keystoneRefusal(status, message),
  };
  await mountService(app, '/identity', manners, (service) => {
    addVersionRoutes(service);
    addTokenRoutes(service, cloud);
    addProjectRoutes(service, cloud);
    addProjectTagRoutes(service, cloud);
    addUserRoutes(service, cloud);
    service.all('/v3/*', async (request) => {
      keystoneCaller(cloud, request);
      const path = request.url.split('?')[0] ?? '';
      if (isReal(path)) throw notSimulated(`${request.method} ${path}`);
      throw keystoneRefusal(404, 'The resource could not be found.');
    });
    addRoleRoutes(service, cloud);
    addApplicationCredentialRoutes(service, cloud);
    addDomainRoutes(service, cloud);
    addServiceRoutes(service, cloud);
    service.get('/v3/regions', async (request) => {
      keystoneCaller(cloud, request);
      return keystoneList('regions', [{ id: cloud.region }], {}, `${authUrl(request)}/regions`);
    });
  });
}

function addVersionRoutes(service: FastifyInstance): void {
  const version = (url: string) => ({
    ...{ id: 'v3.14', status: 'stable', updated: '2020-04-07T00:00:00Z' },
    links: [{ rel: 'self', href: `${url}/` }],
    'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.identity-v3+json' }],
  });
  service.get('/', async (request, reply) =>
    reply.code(300).send({ versions: { values: [version(authUrl(request))] } }),
  );
  service.get('/v3', async (request) => ({ version: version(authUrl(request)) }));
}
