import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import type { SimulatorDefinition } from './_kit/simulator-definition.ts';

const NAMESPACE = 'argocd';

/** The API server of the Kubernetes cluster in which an Argo CD runs: for now only its version. */
export function simulator(): SimulatorDefinition {
  const token = randomBytes(32).toString('base64url');
  return {
    name: 'argocd',
    delays: {},
    routes(app) {
      app.get('/version', async () => ({ major: '1', minor: '33', gitVersion: 'v1.33.1' }));
    },
    state: () => ({ namespaces: [{ name: NAMESPACE }], secrets: [] }),
    sessions: () => ({}),
    reset: () => {},
    credentials: (url) => ({ namespace: NAMESPACE, token, kubeconfig: kubeconfig(url, token) }),
  };
}

function kubeconfig(server: string, token: string): string {
  const name = NAMESPACE;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
