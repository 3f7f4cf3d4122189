/** The types that norman has at its root, as it writes them in links. */
export const NORMAN_TYPES = [
  ...['authConfig', 'cloudCredential', 'clusterRegistrationToken', 'clusterRoleTemplateBinding', 'cluster'],
  ...['composeConfig', 'dynamicSchema', 'feature', 'fleetWorkspace', 'globalRoleBinding', 'globalRole', 'groupMember'],
  ...['group', 'kontainerDriver', 'ldapConfig', 'managementSecret', 'nodeDriver', 'node', 'oidcClient'],
  ...['podSecurityAdmissionConfigurationTemplate', 'preference', 'principal', 'projectNetworkPolicy'],
  ...['projectRoleTemplateBinding', 'project', 'rancherUserNotification', 'roleTemplate', 'samlToken', 'setting'],
  ...['token', 'user'],
];

/** The kinds of `authConfig`, one for each identity provider. The root does not list them. */
export const AUTH_CONFIG_TYPES = [
  ...['githubConfig', 'githubAppConfig', 'activeDirectoryConfig', 'azureADConfig', 'openLdapConfig', 'freeIpaConfig'],
  ...['pingConfig', 'adfsConfig', 'keyCloakConfig', 'oktaConfig', 'shibbolethConfig', 'googleOauthConfig'],
  ...['oidcConfig', 'keyCloakOIDCConfig', 'genericOIDCConfig', 'cognitoConfig', 'localConfig'],
];

/** The kind that a path names in the singular or plural, in whatever case. */
export const authConfigType = (inPath: string): string | undefined =>
  AUTH_CONFIG_TYPES.find((type) => [type, pluralOf(type)].some((it) => it.toLowerCase() === inPath.toLowerCase()));

/** Types of the objects in a cluster or a project. norman serves them below `/v3/cluster` and `/v3/project`. */
export const CLUSTER_TYPES = ['apiService', 'namespace', 'persistentVolume', 'storageClass'];
export const PROJECT_TYPES = [
  ...['basicAuth', 'certificate', 'configMap', 'cronJob', 'daemonSet', 'deployment', 'dnsRecord', 'dockerCredential'],
  ...['horizontalPodAutoscaler', 'ingress', 'job', 'namespacedBasicAuth', 'namespacedCertificate'],
  ...['namespacedDockerCredential', 'namespacedSecret', 'namespacedServiceAccountToken', 'namespacedSshAuth'],
  ...['persistentVolumeClaim', 'pod', 'replicaSet', 'replicationController', 'secret', 'serviceAccountToken'],
  ...['service', 'sshAuth', 'statefulSet', 'workload'],
];

export function pluralOf(type: string): string {
  if (/[^aeiou]y$/.test(type)) return `${type.slice(0, -1)}ies`;
  return /s$/.test(type) ? `${type}es` : `${type}s`;
}

const RESOURCES = new Map(
  NORMAN_TYPES.flatMap((type) => {
    const plural = pluralOf(type).toLowerCase();
    return [
      [type.toLowerCase(), plural],
      [plural, plural],
    ];
  }),
);

/**
 * The plural of a type that a path names in the singular or plural, in whatever case. Undefined for an unknown type.
 */
export const normanResource = (inPath: string): string | undefined =>
  RESOURCES.get(inPath.toLowerCase()) ?? (authConfigType(inPath) && 'authconfigs');

/**
 * Converts a path of `/v3` to the form that the routes use. Rancher accepts a type in the singular, and in upper or
 * lower case. `/v3/cluster/<id>` and `/v3/project/<id>` stay unchanged, since they have another meaning.
 */
export function canonicalUrl(url: string): string {
  const [, prefix = '', type = '', rest = ''] = /^(\/v3\/)([A-Za-z]+)(.*)$/s.exec(url) ?? [];
  const isPlace = ['cluster', 'project'].includes(type) && rest.startsWith('/');
  const resource = isPlace ? undefined : normanResource(type);
  return resource === undefined ? url : `${prefix}${resource}${rest}`;
}
