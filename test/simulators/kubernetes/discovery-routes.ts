import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiResource, groupVersion } from './api-resource.ts';
import { callerOf } from './authorize.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { KubernetesError } from './kubernetes-error.ts';
import { openApiRoutes } from './openapi-routes.ts';

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const AUTHORIZATION = { group: 'authorization.k8s.io', version: 'v1' };
const REVIEW = { name: 'selfsubjectaccessreviews', singularName: 'selfsubjectaccessreview', namespaced: false };
type ContextOf = (request: FastifyRequest) => KubernetesContext;

/** Kinds that `kubectl get all` shows. */
const ALL = [
  'pods',
  'replicationcontrollers',
  'services',
  'daemonsets',
  'deployments',
  'replicasets',
  'statefulsets',
].concat('horizontalpodautoscalers', 'cronjobs', 'jobs');

const WITH_STATUS = [
  ...['daemonsets', 'deployments', 'replicasets', 'statefulsets', 'cronjobs', 'jobs', 'horizontalpodautoscalers'],
  ...['namespaces', 'nodes', 'persistentvolumeclaims', 'persistentvolumes', 'pods', 'replicationcontrollers'],
  ...['resourcequotas', 'services', 'ingresses', 'poddisruptionbudgets', 'customresourcedefinitions'],
];
const statusOf = ({ name, namespaced, kind }: ApiResource) =>
  WITH_STATUS.includes(name)
    ? [{ ...{ name: `${name}/status`, singularName: '', namespaced, kind }, verbs: ['get', 'patch', 'update'] }]
    : [];

const resourceView = ({ name, singularName, namespaced, kind, shortNames }: ApiResource) => ({
  ...{ name, singularName, namespaced, kind, verbs },
  ...(shortNames && { shortNames }),
  ...(ALL.includes(name) && { categories: ['all'] }),
});
const versionsOf = (resources: readonly ApiResource[], group: string) => [
  ...new Set(resources.filter((it) => it.group === group).map(({ version }) => version)),
];

function groupView(resources: readonly ApiResource[], group: string) {
  const named = group === AUTHORIZATION.group ? [AUTHORIZATION.version] : versionsOf(resources, group);
  const versions = named.map((version) => ({ groupVersion: groupVersion({ group, version }), version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function groupsOf(resources: readonly ApiResource[]): string[] {
  return [...new Set([...resources.map(({ group }) => group), AUTHORIZATION.group])].filter(Boolean);
}

/** Undefined if this version of the group is not served. */
function resourceList(resources: readonly ApiResource[], place: Pick<ApiResource, 'group' | 'version'>) {
  const version = groupVersion(place);
  const served = resources
    .filter((it) => groupVersion(it) === version)
    .flatMap((it) => [resourceView(it), ...statusOf(it)]);
  const isReviews = version === groupVersion(AUTHORIZATION);
  const reviews = isReviews ? [{ ...REVIEW, kind: 'SelfSubjectAccessReview', verbs: ['create'] }] : [];
  const all = [...served, ...reviews];
  const head = { kind: 'APIResourceList', ...(place.group !== '' && { apiVersion: 'v1' }), groupVersion: version };
  return all.length > 0 ? { ...head, resources: all } : undefined;
}

const noSuchVersion = (): never => {
  throw new KubernetesError('NotFound', 'the server could not find the requested resource', {});
};

/** Routes for the health checks, which need no token. */
export function healthRoutes(app: FastifyInstance): void {
  for (const path of ['/readyz', '/livez', '/healthz']) {
    app.get(path, async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok'));
  }
}

/** Routes for the version and the discovery lists. Only the discovery lists need a token. */
export function discoveryRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  app.get('/version', async (request) => versionView(contextOf(request)));
  const known = (request: FastifyRequest): readonly ApiResource[] => {
    const context = contextOf(request);
    callerOf(context, request);
    return context.resources;
  };
  app.get('/api', async (request) => {
    known(request);
    return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
  });
  app.get('/apis', async (request) => {
    const resources = known(request);
    const groups = groupsOf(resources).map((group) => groupView(resources, group));
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  });
  app.get<{ Params: { version: string } }>('/api/:version', async (request) => {
    const list = resourceList(known(request), { group: '', version: request.params.version });
    return list ?? noSuchVersion();
  });
  app.get<{ Params: { group: string } }>('/apis/:group', async (request, reply) => {
    const resources = known(request);
    const { group } = request.params;
    if (!groupsOf(resources).includes(group)) return reply.callNotFound();
    return { kind: 'APIGroup', apiVersion: 'v1', ...groupView(resources, group) };
  });
  app.get<{ Params: { group: string; version: string } }>('/apis/:group/:version', async (request, reply) => {
    const resources = known(request);
    const list = resourceList(resources, request.params);
    if (!list && groupsOf(resources).includes(request.params.group)) return noSuchVersion();
    return list ?? reply.callNotFound();
  });
  openApiRoutes(app, known);
}

function versionView(context: KubernetesContext) {
  const gitVersion = context.gitVersion();
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    ...{ major, minor, emulationMajor: major, emulationMinor: minor },
    ...{ minCompatibilityMajor: major, minCompatibilityMinor: String(Math.max(0, Number(minor) - 1)) },
    ...{ gitVersion, gitCommit: '$Format:%H$', gitTreeState: '', buildDate: '1970-01-01T00:00:00Z' },
    ...{ goVersion: 'go1.26.8', compiler: 'gc', platform: 'linux/amd64' },
  };
}
