/**
 * The collections of Waldur's Rancher integration with their purpose, grouped by section of docs/api.md. Every
 * collection must be listed here and have routes. Every route must have a test.
 */
export const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Clusters, applications, projects': {
    'rancher-clusters': 'the whole life of clusters, their security groups and projects of machines',
    'rancher-nodes': 'machines of clusters, with their console',
    'rancher-apps': 'applications installed by Helm',
    'rancher-projects': 'projects in Rancher, and their secrets',
    'rancher-namespaces': 'namespaces of projects',
  },
  'What runs in clusters': {
    'rancher-workloads': 'workloads, and their YAML',
    'rancher-hpas': 'autoscalers of workloads',
    'rancher-services': 'services',
    'rancher-ingresses': 'access from outside',
  },
  'Charts and templates': {
    'rancher-catalogs': 'repositories of charts, and their refresh',
    'rancher-templates': 'charts',
    'rancher-template-versions': 'one version of a chart: questions and texts',
    'rancher-cluster-templates': 'prepared orders of clusters',
  },
  'People and access': {
    'rancher-users': 'users in Rancher, to read',
    'keycloak-groups': 'groups that give roles',
    'keycloak-user-group-memberships': 'who is in them',
    'rancher-role-templates': 'roles that can be given',
    'rancher-cluster-security-groups': 'which traffic reaches machines',
  },
};
