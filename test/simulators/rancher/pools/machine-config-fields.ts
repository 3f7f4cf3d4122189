/** The flags of rancher-machine's OpenStack driver that are strings in Rancher's API. Numbers are strings there too. */
const TEXTS = [
  ...['activeTimeout', 'applicationCredentialId', 'applicationCredentialName', 'applicationCredentialSecret'],
  ...['authUrl', 'availabilityZone', 'cacert', 'domainId', 'domainName', 'endpointType', 'flavorId', 'flavorName'],
  ...['floatingipPool', 'imageId', 'imageName', 'ipVersion', 'keypairName', 'netId', 'netName', 'password'],
  ...['privateKeyFile', 'region', 'secGroups', 'serverGroupId', 'serverGroupName', 'sshPort', 'sshUser'],
  ...['tenantDomainId', 'tenantDomainName', 'tenantId', 'tenantName', 'userDataFile', 'userDomainId'],
  ...['userDomainName', 'userId', 'username', 'volumeDevicePath', 'volumeId', 'volumeName', 'volumeSize', 'volumeType'],
];
const FLAGS = ['bootFromVolume', 'configDrive', 'insecure', 'novaNetwork'];

/** The defaults that the API server sets in a machine configuration. */
export const CONFIG_DEFAULTS: Record<string, unknown> = {
  ...{ activeTimeout: '200', ipVersion: '4', sshPort: '22', sshUser: 'root', volumeSize: '0' },
};

/** The fields that the schema declares as passwords. */
const PASSWORDS = ['password', 'privateKeyFile'];

const typeOf = (name: string): string => {
  if (FLAGS.includes(name)) return 'boolean';
  return PASSWORDS.includes(name) ? 'password' : 'string';
};

/**
 * The driver's schema. Rancher copies it into each pool, so that a newer driver does not replace the pool's machines.
 */
export const DYNAMIC_SCHEMA = JSON.stringify({
  resourceFields: Object.fromEntries(
    [...TEXTS, ...FLAGS].sort().map((name) => {
      const stringValue = CONFIG_DEFAULTS[name];
      const written = { type: typeOf(name), default: stringValue === undefined ? {} : { stringValue } };
      return [name, { ...written, create: true, update: true }];
    }),
  ),
});

export const isConfigField = (name: string): boolean => TEXTS.includes(name) || FLAGS.includes(name);

/** The API server's message about the first value of a wrong type; undefined if all types are right. */
export function configProblem(fields: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const wanted = FLAGS.includes(name) ? 'boolean' : 'string';
    if (value === null || value === undefined || typeof value === wanted) continue;
    const given = goType(value);
    return `${name}: Invalid value: "${given}": ${name} in body must be of type ${wanted}: "${given}"`;
  }
  return undefined;
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
