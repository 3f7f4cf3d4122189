import { z } from 'zod';
import { duration } from '../durations.ts';
import { mountBackend } from '../mount-backend.ts';
import { DEFAULT_TTL_SECONDS } from '../token/issue-token.ts';
import { mountOf } from '../vault-context.ts';
import { badRequest, notSimulated, VaultError } from '../vault-error.ts';
import type { Mount } from '../vault-objects.ts';
import { type Answer, parseBody, type VaultCall } from '../vault-route.ts';
import { type MountKind, playedType } from './mount-types.ts';

const tuning = {
  default_lease_ttl: z.union([duration, z.literal('system').transform(() => 0)]).optional(),
  max_lease_ttl: z.union([duration, z.literal('system').transform(() => 0)]).optional(),
  description: z.string().optional(),
  options: z.record(z.string(), z.string()).nullish(),
};
const order = z.object({
  type: z.string().default(''),
  description: z.string().default(''),
  options: z.record(z.string(), z.string()).optional(),
  config: z
    .looseObject({ default_lease_ttl: tuning.default_lease_ttl, max_lease_ttl: tuning.max_lease_ttl })
    .optional(),
});
const change = z.object(tuning);
/** Mount settings that have no effect in the simulator. Only their default values are accepted. */
const FIXED = { local: false, seal_wrap: false, external_entropy_access: false, plugin_name: '', plugin_version: '' };

/** Handlers for secrets engines (`prefix` is '') and auth methods (`auth/`). */
export function mountHandlers(prefix: '' | 'auth/') {
  const kind: MountKind = prefix === '' ? 'secret' : 'auth';
  const ofKind = ({ path }: Mount) => path.startsWith('auth/') === (prefix !== '');
  const pathOf = ({ params: { path = '' } }: VaultCall) => `${prefix}${path.replace(/\/$/, '')}/`;
  const found = (call: VaultCall): Mount => {
    const mount = call.context.mounts.get(pathOf(call));
    if (mount) return mount;
    throw badRequest(prefix ? `No auth engine at ${pathOf(call)}` : `No secret engine mount at ${pathOf(call)}`);
  };
  return {
    list({ context }: VaultCall): Answer {
      const rows = [...context.mounts.values()].filter(ofKind);
      return { data: Object.fromEntries(rows.map((one) => [one.path.slice(prefix.length), mountView(one)])) };
    },
    read: (call: VaultCall): Answer => ({ data: mountView(found(call)) }),
    enable(call: VaultCall): null {
      const path = pathOf(call);
      const { description, config, ...given } = parseBody(order, call, FIXED);
      if (given.type === '') throw badRequest('backend type must be specified as a string');
      const { type, version } = playedType(given, kind);
      if (mountOf(call.context, path.slice(0, -1))) throw badRequest(`path is already in use at ${path}`);
      const { default_lease_ttl = 0, max_lease_ttl = 0 } = config ?? {};
      mountBackend(call.context, {
        path,
        type,
        version,
        description,
        tuning: { default_lease_ttl, max_lease_ttl },
      });
      return null;
    },
    disable(call: VaultCall): null {
      const path = pathOf(call);
      if (/^(sys|auth\/token)\/$/.test(path)) throw new VaultError(400, `cannot unmount "${path}"`);
      call.context.mounts.delete(path);
      return null;
    },
    readTuning(call: VaultCall): Answer {
      const { description, tuning } = found(call);
      return { data: { description, ...shownTuning(tuning), force_no_cache: false, options: tuning.options } };
    },
    tune(call: VaultCall): null {
      const mount = found(call);
      const given = parseBody(change, call);
      if (
        mount.type === 'kv' &&
        given.options?.version !== undefined &&
        given.options.version !== String(mount.version)
      ) {
        throw notSimulated('another version for a mount that is there');
      }
      mount.description = given.description ?? mount.description;
      mount.tuning.default_lease_ttl = given.default_lease_ttl ?? mount.tuning.default_lease_ttl;
      mount.tuning.max_lease_ttl = given.max_lease_ttl ?? mount.tuning.max_lease_ttl;
      return null;
    },
  };
}

const shownTuning = ({ default_lease_ttl, max_lease_ttl }: Mount['tuning']) => ({
  default_lease_ttl: default_lease_ttl || DEFAULT_TTL_SECONDS,
  max_lease_ttl: max_lease_ttl || DEFAULT_TTL_SECONDS,
});

export function mountView({
  type,
  accessor,
  uuid,
  description,
  tuning: { default_lease_ttl, max_lease_ttl, options },
}: Mount) {
  return {
    type,
    accessor,
    uuid,
    description,
    config: { default_lease_ttl, max_lease_ttl, force_no_cache: false },
    external_entropy_access: false,
    local: false,
    seal_wrap: false,
    options,
    ...{ plugin_version: '', running_plugin_version: '', running_sha256: '', deprecation_status: 'supported' },
  };
}
