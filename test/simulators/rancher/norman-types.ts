/** The types that norman has at its root, as it writes them in links. */
export const NORMAN_TYPES = [
  ...['authConfig', 'cloudCredential', 'clusterRegistrationToken', 'clusterRoleTemplateBinding', 'cluster'],
  ...['composeConfig', 'dynamicSchema', 'feature', 'fleetWorkspace', 'globalRoleBinding', 'globalRole', 'groupMember'],
  ...['group', 'kontainerDriver', 'ldapConfig', 'managementSecret', 'nodeDriver', 'node', 'oidcClient'],
  ...['podSecurityAdmissionConfigurationTemplate', 'preference', 'principal', 'projectNetworkPolicy'],
  ...['projectRoleTemplateBinding', 'project', 'rancherUserNotification', 'roleTemplate', 'samlToken', 'setting'],
  ...['token', 'user'],
];

export const pluralOf = (type: string): string => (type.endsWith('y') ? `${type.slice(0, -1)}ies` : `${type}s`);

const RESOURCES = new Map(
  NORMAN_TYPES.flatMap((type) => {
    const plural = pluralOf(type).toLowerCase();
    return [
      [type.toLowerCase(), plural],
      [plural, plural],
    ];
  }),
);

/** The plural of a type that a path names in the singular or plural, in whatever case; undefined for one that is not there. */
export const normanResource = (inPath: string): string | undefined => RESOURCES.get(inPath.toLowerCase());
