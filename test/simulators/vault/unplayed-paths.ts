import type { Mount } from './vault-objects.ts';

const OF_SYSTEM = [
  ...['activation-flags', 'audit', 'audit-hash', 'config', 'control-group', 'decode-token', 'experiments'],
  ...['generate-root', 'generate-recovery-token', 'ha-status', 'host-info', 'in-flight-req', 'internal', 'key-status'],
  ...['leases', 'loggers', 'managed-keys', 'metrics', 'mfa', 'monitor', 'namespaces', 'plugins', 'policies/egp'],
  ...['policies/password', 'policies/rgp', 'pprof', 'quotas', 'raw', 'rekey', 'rekey-recovery-key', 'remount'],
  ...['replication', 'rotate', 'seal', 'seal-backend-status', 'step-down', 'storage', 'sync', 'tools', 'unseal'],
  ...['utilization-report', 'version-history', 'well-known', 'wrapping'],
];
const BY_TYPE: Record<Mount['type'], readonly string[]> = {
  system: OF_SYSTEM,
  token: ['roles', 'lookup-accessor', 'tidy', 'create'],
  approle: [],
  kv: [],
};

/** Whether a real Vault has an endpoint at this path that the simulator lacks. */
export function isReal({ type, path: mount }: Mount, path: string): boolean {
  const rest = path.slice(mount.length);
  return BY_TYPE[type].some((one) => rest === one || rest.startsWith(`${one}/`));
}
