import { badRequest, notSimulated } from '../vault-error.ts';

export type MountKind = 'secret' | 'auth';

/** Types that a real Vault can enable and the simulator lacks. */
const REAL: Record<MountKind, readonly string[]> = {
  secret: [
    ...['ad', 'alicloud', 'aws', 'azure', 'consul', 'cubbyhole', 'database', 'gcp', 'gcpkms', 'kubernetes', 'ldap'],
    ...['mongodbatlas', 'nomad', 'openldap', 'pki', 'rabbitmq', 'ssh', 'terraform', 'totp', 'transit'],
  ],
  auth: [
    ...['alicloud', 'aws', 'azure', 'cert', 'cf', 'gcp', 'github', 'jwt', 'kerberos', 'kubernetes', 'ldap', 'oci'],
    ...['oidc', 'okta', 'radius', 'userpass'],
  ],
};

/**
 * The type and version of a new mount. KV without a version is version 1.
 * @throws VaultError 501 for a type that only a real Vault has, 400 for an unknown type
 */
export function playedType(
  { type, options }: { type: string; options?: Record<string, string> | undefined },
  kind: MountKind,
): { type: 'kv' | 'approle'; version: 1 | 2 } {
  if (kind === 'auth' && type === 'approle') return { type, version: 1 };
  if (kind === 'secret' && /^(kv|generic|kv-v1|kv-v2)$/.test(type)) {
    const version = type === 'kv-v2' || options?.version === '2' ? 2 : 1;
    return { type: 'kv', version };
  }
  if (REAL[kind].includes(type)) throw notSimulated(`${kind} engine ${type}`);
  throw badRequest(`plugin not found in the catalog: ${type}`);
}
