import type { PolicyState } from '../gpu/gpu-policies.ts';

/** The checks of a diagnosis, in the order shown. The checks after `keycloak_rights` are about an offering. */
export const CHECK_NAMES = [
  'settings',
  'rancher_login',
  'keycloak_login',
  'keycloak_realm',
  'keycloak_rights',
  'keycloak',
  'components',
  'cluster',
  'cluster_connection',
  'projects',
  'role_template',
  'namespace_labels',
  'kyverno',
  'gpu_policies',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const CHECK_STATUSES = ['ok', 'failed', 'skipped'] as const;
/** The state of one policy for GPUs in the cluster of the offering. */
export type FoundPolicy = { name: string; state: PolicyState };

/**
 * The result of a check. The texts contain no secrets. `advice` says what users should do, or is empty if there is
 * nothing to do.
 */
export type Finding = {
  status: (typeof CHECK_STATUSES)[number];
  message: string;
  advice: string;
  /** The states of the policies for GPUs. Only the check `gpu_policies` sets this field. */
  policies?: FoundPolicy[];
};

export const passed = (message: string): Finding => ({ status: 'ok', message, advice: '' });
export const skipped = (message: string): Finding => ({ status: 'skipped', message, advice: '' });
export const failed = (message: string, advice: string): Finding => ({ status: 'failed', message, advice });

/** One line of a diagnosis. If `offering` is undefined, the line is about the provider. */
export type Diagnosed = Finding & { name: CheckName; offering: { uuid: string; name: string } | undefined };

/** The number of checks with each status, and whether no check has failed. */
export function summaryOf(checks: readonly Pick<Finding, 'status'>[]) {
  const count = (status: Finding['status']) => checks.filter((check) => check.status === status).length;
  const counts = { ok: count('ok'), failed: count('failed'), skipped: count('skipped') };
  return { ...counts, isHealthy: counts.failed === 0 };
}
