import { stringify } from 'yaml';

/** A kubeconfig for one user of one cluster. */
export function kubeconfig({ name, server, token }: { name: string; server: string; token: string }): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
