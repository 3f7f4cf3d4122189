import { instant } from '../durations.ts';
import { asList, badRequest, notFound, VaultError } from '../vault-error.ts';
import type { AppRoleMount, SecretId } from '../vault-objects.ts';
import type { Answer, VaultCall } from '../vault-route.ts';
import { newSecretId } from './new-secret-id.ts';
import { secretIdFinders } from './secret-id-finders.ts';

const NO_ACCESSOR = 'failed to find accessor entry for secret_id_accessor';

export function secretIdHandlers(mount: AppRoleMount) {
  const { secretIds } = mount;
  const { roleOf, byValue, byAccessor } = secretIdFinders(mount);
  return {
    issue(call: VaultCall): Answer {
      const secretId = newSecretId(roleOf(call), call);
      if (secretIds.has(secretId.id)) throw badRequest('failed to store secret_id: duplicate SecretID');
      secretIds.set(secretId.id, secretId);
      const { id, accessor, ttl, numUses } = secretId;
      const data = {
        secret_id: id,
        secret_id_accessor: accessor,
        secret_id_ttl: ttl / 1000,
        secret_id_num_uses: numUses,
      };
      return { data };
    },
    list(call: VaultCall): Answer {
      const role = roleOf(call);
      const keys = [...secretIds.values()].filter((one) => one.role === role).map(({ accessor }) => accessor);
      if (keys.length === 0) throw notFound();
      return { data: { keys } };
    },
    /** Returns null (204) for a secret id that is unknown or used up. */
    lookUp(call: VaultCall): Answer | null {
      const found = byValue(call);
      return found ? { data: secretIdView(found) } : null;
    },
    lookUpByAccessor(call: VaultCall): Answer {
      const found = byAccessor(call);
      return found ? { data: secretIdView(found) } : { status: 404, data: { error: NO_ACCESSOR } };
    },
    destroy(call: VaultCall): null {
      secretIds.delete(byValue(call)?.id ?? '');
      return null;
    },
    destroyByAccessor(call: VaultCall): null {
      const found = byAccessor(call);
      // Unlike all other deletions here, this one fails if the object does not exist.
      if (!found) throw new VaultError(500, asList(NO_ACCESSOR));
      secretIds.delete(found.id);
      return null;
    },
    tidy({ context }: VaultCall): Answer {
      const now = context.clock.now();
      for (const { id, expiresAt } of secretIds.values()) {
        if (expiresAt !== null && expiresAt <= now) secretIds.delete(id);
      }
      return { status: 202, warnings: ['Tidy operation successfully started.'] };
    },
  };
}

function secretIdView({ accessor, numUses, ttl, createdAt, expiresAt, metadata, cidrs, tokenCidrs }: SecretId) {
  return {
    secret_id_accessor: accessor,
    secret_id_num_uses: numUses,
    secret_id_ttl: ttl / 1000,
    creation_time: instant(createdAt),
    last_updated_time: instant(createdAt),
    expiration_time: expiresAt === null ? '0001-01-01T00:00:00Z' : instant(expiresAt),
    metadata,
    cidr_list: cidrs,
    token_bound_cidrs: tokenCidrs,
  };
}
