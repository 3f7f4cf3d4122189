import { stringify } from 'yaml';
import { type ApiTokens, USER_ID } from './api-tokens.ts';
import { caCertificate } from './ca-certificate.ts';
import type { ManagementCluster, ProvisioningCluster } from './rancher-objects.ts';

/**
 * What the action answers, whatever the cluster's state: a kubeconfig that goes through Rancher, with a token made for it at
 * every call. The token is for all of Rancher, and names no cluster, unless the cluster has its own authorized endpoint.
 */
export function generateKubeconfig(
  tokens: ApiTokens,
  { id, name }: ManagementCluster,
  { provisioning, baseUrl }: { provisioning: ProvisioningCluster | undefined; baseUrl: string },
) {
  const token = tokens.make({
    prefix: `kubeconfig-${USER_ID}`,
    kind: 'kubeconfig',
    description: 'Kubeconfig token',
    ttl: tokens.kubeconfigTtl(),
    clusterId: hasOwnEndpoint(provisioning) ? id : '',
  });
  const config = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: {
          server: `${baseUrl}/k8s/clusters/${id}`,
          'certificate-authority-data': Buffer.from(caCertificate).toString('base64'),
        },
      },
    ],
    users: [{ name, user: { token: `${token.id}:${token.key}` } }],
    contexts: [{ name, context: { user: name, cluster: name } }],
    'current-context': name,
  });
  const output = 'generateKubeconfigOutput';
  return { type: output, baseType: output, config };
}

function hasOwnEndpoint(provisioning: ProvisioningCluster | undefined): boolean {
  const endpoint = provisioning?.spec.localClusterAuthEndpoint;
  return typeof endpoint === 'object' && endpoint !== null && 'enabled' in endpoint && endpoint.enabled === true;
}
