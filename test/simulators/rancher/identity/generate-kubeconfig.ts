import { caCertificate } from '../_core/ca-certificate.ts';
import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { ApiTokens } from './api-tokens.ts';

/** Rancher writes this file from a template, so it looks exactly like this, byte for byte. */
const file = (name: string, server: string, token: string) => `apiVersion: v1
kind: Config
clusters:
- name: "${name}"
  cluster:
    server: "${server}"
    certificate-authority-data: ${foldedCa}

users:
- name: "${name}"
  user:
    token: "${token}"


contexts:
- name: "${name}"
  context:
    user: "${name}"
    cluster: "${name}"

current-context: "${name}"
`;

/** A quoted text over several lines. Each line before the last ends with a backslash. */
const foldedCa = `"${(
  Buffer.from(caCertificate)
    .toString('base64')
    .match(/.{1,76}/g) ?? []
).join('\\\n      ')}"`;

/**
 * The action gives the same answer in every state of the cluster: a kubeconfig for access through Rancher. Each call
 * makes a new token for the caller. If the cluster's own authorized endpoint is enabled, the token is limited to the
 * cluster. Otherwise, the token is valid for all of Rancher.
 */
export function generateKubeconfig(
  tokens: ApiTokens,
  { id, name }: ManagementCluster,
  {
    provisioning,
    serverUrl,
    userId,
  }: { provisioning: ProvisioningCluster | undefined; serverUrl: string; userId: string },
) {
  const token = tokens.make({
    userId,
    prefix: `kubeconfig-${userId}`,
    kind: 'kubeconfig',
    description: 'Kubeconfig token',
    ttl: tokens.kubeconfigTtl(),
    clusterId: hasOwnEndpoint(provisioning) ? id : '',
  });
  const config = file(name, `${serverUrl}/k8s/clusters/${id}`, `${token.id}:${token.key}`);
  const output = 'generateKubeConfigOutput';
  return { type: output, baseType: output, config };
}

function hasOwnEndpoint(provisioning: ProvisioningCluster | undefined): boolean {
  const endpoint = provisioning?.spec.localClusterAuthEndpoint;
  return typeof endpoint === 'object' && endpoint !== null && 'enabled' in endpoint && endpoint.enabled === true;
}
