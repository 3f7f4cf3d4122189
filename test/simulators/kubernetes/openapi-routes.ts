import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiResource, groupVersion } from './api-resource.ts';

const pathOf = (resource: ApiResource): string =>
  resource.group === '' ? `api/${resource.version}` : `apis/${groupVersion(resource)}`;

/** As much of a kind's description as lets a client know that the server checks fields itself. */
function document(resources: ApiResource[]) {
  const kindOf = ({ group, version, kind }: ApiResource) => ({ group, version, kind });
  const nameOf = ({ group, version, kind }: ApiResource) => ['k8s', group || 'core', version, kind].join('.');
  const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
  const paths = resources.map((resource) => {
    const place = `${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.name}/{name}`;
    const operation = {
      'x-kubernetes-group-version-kind': kindOf(resource),
      parameters: [query('fieldManager'), query('fieldValidation'), query('dryRun'), query('force')],
      responses: { 200: { description: 'OK' } },
    };
    return [`/${pathOf(resource)}${place}`, { patch: { 'x-kubernetes-action': 'patch', ...operation } }];
  });
  const schemas = resources.map((resource) => [
    nameOf(resource),
    {
      type: 'object',
      'x-kubernetes-group-version-kind': [kindOf(resource)],
      'x-kubernetes-preserve-unknown-fields': true,
    },
  ]);
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

export function openApiRoutes(app: FastifyInstance, known: (request: FastifyRequest) => readonly ApiResource[]): void {
  app.get('/openapi/v3', async (request) => {
    const served = new Set(known(request).map(pathOf));
    const paths = [...served].map((path) => [path, { serverRelativeURL: `/openapi/v3/${path}` }]);
    return { paths: Object.fromEntries(paths) };
  });
  app.get<{ Params: { '*': string } }>('/openapi/v3/*', async (request, reply) => {
    const resources = known(request).filter((resource) => pathOf(resource) === request.params['*']);
    return resources.length > 0 ? document(resources) : reply.callNotFound();
  });
}
