/**
 * The flag for each environment variable. rancher-machine's OpenStack driver reads the variable if the flag is not
 * given.
 */
const VARIABLES: Record<string, string> = {
  OS_AUTH_URL: 'authUrl',
  OS_DOMAIN_ID: 'domainId',
  OS_DOMAIN_NAME: 'domainName',
  OS_USER_ID: 'userId',
  OS_USERNAME: 'username',
  OS_PASSWORD: 'password',
  OS_TENANT_NAME: 'tenantName',
  OS_TENANT_ID: 'tenantId',
  OS_TENANT_DOMAIN_NAME: 'tenantDomainName',
  OS_TENANT_DOMAIN_ID: 'tenantDomainId',
  OS_USER_DOMAIN_NAME: 'userDomainName',
  OS_USER_DOMAIN_ID: 'userDomainId',
  OS_APPLICATION_CREDENTIAL_ID: 'applicationCredentialId',
  OS_APPLICATION_CREDENTIAL_NAME: 'applicationCredentialName',
  OS_APPLICATION_CREDENTIAL_SECRET: 'applicationCredentialSecret',
  OS_REGION_NAME: 'region',
  OS_AVAILABILITY_ZONE: 'availabilityZone',
  OS_ENDPOINT_TYPE: 'endpointType',
  OS_FLAVOR_ID: 'flavorId',
  OS_FLAVOR_NAME: 'flavorName',
  OS_IMAGE_ID: 'imageId',
  OS_IMAGE_NAME: 'imageName',
  OS_SERVER_GROUP_ID: 'serverGroupId',
  OS_SERVER_GROUP_NAME: 'serverGroupName',
  OS_KEYPAIR_NAME: 'keypairName',
  OS_NETWORK_ID: 'netId',
  OS_NETWORK_NAME: 'netName',
  OS_PRIVATE_KEY_FILE: 'privateKeyFile',
  OS_USER_DATA_FILE: 'userDataFile',
  OS_SECURITY_GROUPS: 'secGroups',
  OS_FLOATINGIP_POOL: 'floatingipPool',
  OS_IP_VERSION: 'ipVersion',
  OS_ACTIVE_TIMEOUT: 'activeTimeout',
};

/** The values of the driver's flags. A flag that was not given is ''. */
export interface DriverFlags {
  text(name: string): string;
  number(name: string): number;
  isSet(name: string): boolean;
}

/** @param secret the decoded data of the cloud credential; the part of a key before its last hyphen is ignored */
export function driverFlags(spec: Record<string, unknown>, secret: Record<string, string>): DriverFlags {
  const fromSecret: Record<string, string> = {};
  for (const [key, value] of Object.entries(secret)) {
    const field = VARIABLES[variableOf(key.split('-').at(-1) ?? '')];
    if (field) fromSecret[field] = value;
  }
  const value = (name: string): unknown => spec[name] || fromSecret[name] || '';
  return {
    text: (name) => String(value(name)),
    number: (name) => Number(value(name) || 0),
    isSet: (name) => value(name) === true,
  };
}

const variableOf = (field: string): string => `OS_${field.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
