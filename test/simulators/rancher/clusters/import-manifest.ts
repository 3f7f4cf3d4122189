import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { baseUrlOf } from '../steve/steve-collection.ts';
import type { RegistrationTokens } from './registration-tokens.ts';

/**
 * `/v3/import/<token>_<cluster>.yaml`: the manifest that installs the cluster's agent with `kubectl apply`. The request
 * needs no API key. 404 if the token is not a registration token of the cluster.
 */
export function importManifest(app: FastifyInstance, tokens: RegistrationTokens): void {
  app.get('/v3/import/:file', async (request, reply) => {
    const { file } = z.object({ file: z.string() }).parse(request.params);
    const [, value = '', clusterId = ''] = /^([^_]+)_(.+)\.yaml$/.exec(file) ?? [];
    if (value === '' || tokens.clusterOf(value) !== clusterId) {
      return reply.code(404).type('text/plain; charset=utf-8').send('404 page not found\n');
    }
    return reply.type('text/plain').send(manifest(baseUrlOf(request), Buffer.from(value).toString('base64')));
  });
}

const manifest = (server: string, token: string): string => `---
apiVersion: v1
kind: Namespace
metadata:
  name: cattle-system
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: cattle
  namespace: cattle-system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: cattle-admin-binding
  namespace: cattle-system
subjects:
- kind: ServiceAccount
  name: cattle
  namespace: cattle-system
roleRef:
  kind: ClusterRole
  name: cluster-admin
  apiGroup: rbac.authorization.k8s.io
---
apiVersion: v1
kind: Secret
metadata:
  name: cattle-credentials
  namespace: cattle-system
type: Opaque
data:
  url: "${Buffer.from(server).toString('base64')}"
  token: "${token}"
  namespace: ""
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: cattle-cluster-agent
  namespace: cattle-system
spec:
  selector:
    matchLabels:
      app: cattle-cluster-agent
  template:
    metadata:
      labels:
        app: cattle-cluster-agent
    spec:
      serviceAccountName: cattle
      containers:
      - name: cluster-register
        image: rancher/rancher-agent:v2.15.0
        env:
        - name: CATTLE_SERVER
          value: "${server}"
`;
