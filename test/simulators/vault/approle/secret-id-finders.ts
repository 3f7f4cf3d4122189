import { z } from 'zod';
import type { VaultContext } from '../vault-context.ts';
import { asList, badRequest, VaultError } from '../vault-error.ts';
import type { AppRole, AppRoleMount, SecretId } from '../vault-objects.ts';
import { parseBody, type VaultCall } from '../vault-route.ts';

const named = z.object({ secret_id: z.string().default(''), secret_id_accessor: z.string().default('') });

export function secretIdFinders(mount: AppRoleMount) {
  const { roles, secretIds } = mount;
  /**
   * If the role does not exist, issuing and listing secret ids is answered 404. All other operations are answered 500.
   */
  const roleOf = ({ params: { name = '' } }: VaultCall, status: 404 | 500 = 404): AppRole => {
    const role = roles.get(name.toLowerCase());
    if (!role) throw status === 404 ? new VaultError(404, missing(name)) : new VaultError(500, asList(missing(name)));
    return role;
  };
  const byValue = (call: VaultCall): SecretId | undefined => {
    const role = roleOf(call, 500);
    const { secret_id } = parseBody(named, call);
    if (!secret_id) throw badRequest('missing secret_id');
    const found = findSecretId(mount, call.context, secret_id);
    return found?.role === role ? found : undefined;
  };
  const byAccessor = (call: VaultCall): SecretId | undefined => {
    const role = roleOf(call, 500);
    const { secret_id_accessor: accessor } = parseBody(named, call);
    return [...secretIds.values()].find((one) => one.accessor === accessor && one.role === role);
  };
  return { roleOf, byValue, byAccessor };
}

const missing = (name: string): string => `role "${name}" does not exist`;

/** Returns a secret id that can still log in. An expired secret id can log in until Vault's tidy job removes it. */
export function findSecretId(
  { secretIds }: AppRoleMount,
  { clock, delays }: VaultContext,
  id: string,
): SecretId | undefined {
  const found = secretIds.get(id);
  if (!found || found.expiresAt === null || clock.now() < found.expiresAt + delays.secretIdTidy) return found;
  secretIds.delete(id);
  return undefined;
}
