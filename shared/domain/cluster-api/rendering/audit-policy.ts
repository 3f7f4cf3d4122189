import { yamlText } from '../../_core/text/yaml-text.ts';

const rule = (level: string, fields: object) => ({ level, ...fields });

/**
 * The audit policy of an API server. Reads by the cluster's own components are left out, because most requests are such
 * reads. Contents of secrets are never written.
 */
export const auditPolicy = (): string =>
  yamlText({
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [
      rule('None', { nonResourceURLs: ['/healthz*', '/livez*', '/readyz*', '/version', '/openapi*'] }),
      rule('None', {
        verbs: ['get', 'list', 'watch'],
        userGroups: ['system:nodes', 'system:serviceaccounts:kube-system'],
      }),
      rule('None', { verbs: ['get', 'update'], resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] }),
      rule('Metadata', {
        resources: [
          { group: '', resources: ['secrets', 'configmaps', 'serviceaccounts/token'] },
          { group: 'authentication.k8s.io', resources: ['tokenreviews'] },
        ],
      }),
      rule('Metadata', { verbs: ['get', 'list', 'watch'] }),
      rule('Request', {}),
    ],
  });
