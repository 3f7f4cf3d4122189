import { stringify } from 'yaml';

type Access = { token: string } | { 'client-certificate-data': string; 'client-key-data': string };
type Given = {
  name: string;
  server: string;
  access: Access;
  /** The user's name. By default it is the cluster's name. */
  user?: string;
  /** The CA certificate as base64. Without it, clients trust the public certificate authorities. */
  ca?: string;
};

export function kubeconfig({ name, server, access, user = name, ca }: Given): string {
  const context = user === name ? name : `${user}@${name}`;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, ...(ca !== undefined && { 'certificate-authority-data': ca }) } }],
    users: [{ name: user, user: access }],
    contexts: [{ name: context, context: { cluster: name, user } }],
    'current-context': context,
  });
}
