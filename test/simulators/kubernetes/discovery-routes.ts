import type { FastifyInstance } from 'fastify';
import { callerOf } from './authorize.ts';
import type { KubernetesContext } from './kubernetes-context.ts';

const AUTHORIZATION = {
  name: 'authorization.k8s.io',
  versions: [{ groupVersion: 'authorization.k8s.io/v1', version: 'v1' }],
  preferredVersion: { groupVersion: 'authorization.k8s.io/v1', version: 'v1' },
};
const VERSION = {
  ...{ major: '1', minor: '33', gitVersion: 'v1.33.1', gitTreeState: 'clean', platform: 'linux/amd64' },
};

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update'];
const CORE = [
  { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs, shortNames: ['ns'] },
  { name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs },
];
const REVIEWS = [{ name: 'selfsubjectaccessreviews', singularName: 'selfsubjectaccessreview', namespaced: false }].map(
  (one) => ({ ...one, kind: 'SelfSubjectAccessReview', verbs: ['create'] }),
);

/** Health and version, which everybody may ask, and what there is, for those who have a token. */
export function discoveryRoutes(app: FastifyInstance, context: KubernetesContext): void {
  app.get('/version', async () => VERSION);
  for (const path of ['/readyz', '/livez', '/healthz']) {
    app.get(path, async (_request, reply) => reply.type('text/plain').send('ok'));
  }
  const list = (kind: string, content: object) => ({ kind, ...content });
  const group = { kind: 'APIGroup', apiVersion: 'v1', ...AUTHORIZATION };
  const documents = {
    '/api': list('APIVersions', { versions: ['v1'], serverAddressByClientCIDRs: [] }),
    '/api/v1': list('APIResourceList', { groupVersion: 'v1', resources: CORE }),
    '/apis': list('APIGroupList', { apiVersion: 'v1', groups: [AUTHORIZATION] }),
    '/apis/authorization.k8s.io': group,
    '/apis/authorization.k8s.io/v1': list('APIResourceList', {
      groupVersion: 'authorization.k8s.io/v1',
      resources: REVIEWS,
    }),
  };
  for (const [path, document] of Object.entries(documents)) {
    app.get(path, async (request) => callerOf(context, request) && document);
  }
}
