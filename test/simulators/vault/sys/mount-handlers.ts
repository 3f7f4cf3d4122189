import { z } from 'zod';
import { mountBackend } from '../mount-backend.ts';
import { mountOf } from '../vault-context.ts';
import { badRequest, VaultError } from '../vault-error.ts';
import type { Mount } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';

const order = z.object({
  type: z.string(),
  description: z.string().default(''),
  options: z.record(z.string(), z.string()).nullish(),
});

/** Mounts of secrets (`prefix` is '') and of ways to log in (`auth/`). */
export function mountHandlers(prefix: '' | 'auth/') {
  const ofKind = ({ path }: Mount) => path.startsWith('auth/') === (prefix !== '');
  const pathOf = ({ params: { path = '' } }: VaultCall) => `${prefix}${path.replace(/\/$/, '')}/`;
  return {
    list({ context }: VaultCall): Answer {
      const rows = [...context.mounts.values()].filter(ofKind);
      return { data: Object.fromEntries(rows.map((one) => [one.path.slice(prefix.length), mountView(one)])) };
    },
    read(call: VaultCall): Answer {
      const found = call.context.mounts.get(pathOf(call));
      if (!found) throw badRequest(`No ${prefix ? 'auth' : 'secret'} engine at ${pathOf(call)}`);
      return { data: mountView(found) };
    },
    enable(call: VaultCall): null {
      const path = pathOf(call);
      const { description, ...given } = parseBody(order, call);
      const type = typeOf(given, prefix);
      if (!type) throw badRequest(`plugin not found in the catalog: ${given.type}`);
      if (mountOf(call.context, path.slice(0, -1))) throw badRequest(`path is already in use at ${path}`);
      mountBackend(call.context, { path, type, description });
      return null;
    },
    disable(call: VaultCall): null {
      const path = pathOf(call);
      if (/^(sys|auth\/token)\/$/.test(path)) throw new VaultError(400, `cannot unmount "${path}"`);
      call.context.mounts.delete(path);
      return null;
    },
  };
}

/** Only what is played here can be enabled: KV in its version 2, and AppRole. */
function typeOf({ type, options }: Omit<z.infer<typeof order>, 'description'>, prefix: string) {
  if (prefix !== '') return type === 'approle' ? type : undefined;
  return type === 'kv-v2' || (type === 'kv' && options?.version === '2') ? 'kv' : undefined;
}

export function mountView({ type, accessor, uuid, description }: Mount) {
  return {
    type,
    accessor,
    uuid,
    description,
    config: { default_lease_ttl: 0, max_lease_ttl: 0, force_no_cache: false },
    external_entropy_access: false,
    local: false,
    seal_wrap: false,
    options: type === 'kv' ? { version: '2' } : null,
  };
}
