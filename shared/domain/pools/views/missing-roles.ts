import { type RancherRole, rancherRole } from '../../planning/rancher-role.ts';

/**
 * Roles that no registered machine of the cluster has. Rancher activates no machine until each role has a registered
 * machine.
 */
export function missingRoles(
  machines: readonly { roles: readonly RancherRole[]; isRegistered: boolean }[],
): RancherRole[] {
  const present = new Set(machines.filter(({ isRegistered }) => isRegistered).flatMap(({ roles }) => roles));
  return rancherRole.options.filter((role) => !present.has(role));
}

/**
 * A sentence for users about missing roles. Without this sentence, users would only see machines that seem to hang.
 * Empty if no role is missing.
 */
export const missingRolesText = (roles: readonly RancherRole[]): string =>
  roles.length === 0
    ? ''
    : `Rancher waits until a machine with each of these roles has registered: ${roles.join(', ')}.`;
