import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiResource, groupVersion } from './api-resource.ts';

const pathOf = (resource: ApiResource): string =>
  resource.group === '' ? `api/${resource.version}` : `apis/${groupVersion(resource)}`;

/** A reduced OpenAPI document. From this document, a client learns that the server itself checks fields. */
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

const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
/** A document that describes no kind. Field 1 is `swagger`, field 2 is `info` with `title` and `version`. */
const V2_DOCUMENT = Buffer.from('\n\x032.0\x12\x19\n\nKubernetes\x12\x0bunversioned');

/**
 * OpenAPI version 2, in the form that `kubectl` before 1.27 requests. With this answer, `kubectl` leaves the check of
 * fields to the server.
 */
function openApiV2(app: FastifyInstance, known: (request: FastifyRequest) => unknown): void {
  app.get('/openapi/v2', async (request, reply) => {
    known(request);
    if (/protobuf/.test(request.headers.accept ?? '')) return reply.type(V2_PROTOBUF).send(V2_DOCUMENT);
    return { swagger: '2.0', info: { title: 'Kubernetes', version: 'unversioned' }, paths: {}, definitions: {} };
  });
}

export function openApiRoutes(app: FastifyInstance, known: (request: FastifyRequest) => readonly ApiResource[]): void {
  openApiV2(app, known);
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
