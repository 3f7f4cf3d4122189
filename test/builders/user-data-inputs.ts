import type { JoinCredential, UserDataInput } from '#shared/drivers/user-data-input';

export const FROM_USER_DATA = {
  from: 'user-data',
  registrationToken: 'registration-token',
} as const satisfies JoinCredential;
export const FROM_VAULT = {
  from: 'vault',
  address: 'https://vault.example.org:8200',
  verifyTls: true,
  roleId: '7a1b9c52-0000-4000-8000-000000000001',
  secretId: '7a1b9c52-0000-4000-8000-000000000002',
  secretPath: 'rancher/cluster-0123456789abcdef0123456789abcdef',
} as const satisfies JoinCredential;

/**
 * The input of a machine's user data. By default: a server without data volumes, with a private CA and with the token
 * in its user data.
 */
export function inputOf(fields: Partial<UserDataInput> = {}, spec: Partial<UserDataInput['spec']> = {}): UserDataInput {
  return {
    spec: { name: 'c-rancher-node-server-1', role: 'server', dataVolumes: [], ...spec },
    diskDriver: 'vd',
    rancherUrl: 'https://rancher.example.org',
    credential: FROM_USER_DATA,
    caChecksum: 'a'.repeat(64),
    phoneHomeUrl: 'https://paddock.example.org/webhooks/nodes/0123',
    phoneHomeToken: 'phone-home-token',
    ...fields,
  };
}

/** Data volumes as in an order, mounted at `/data/1`, `/data/2` and so on. */
export const dataVolumes = (count: number): UserDataInput['spec']['dataVolumes'] =>
  Array.from({ length: count }, (_, index) => ({
    sizeMb: 10_240,
    mountPoint: `/data/${index + 1}`,
    filesystem: index % 2 === 0 ? 'btrfs' : 'ext4',
  }));
