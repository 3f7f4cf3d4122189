import { accessOf } from '../policy/access-of.ts';
import { mountOf } from '../vault-context.ts';
import { VaultError } from '../vault-error.ts';
import { type Answer, route, type VaultCall, type VaultRoute } from '../vault-route.ts';
import { capabilitiesOfAccessor, capabilitiesOfToken, capabilitiesSelf } from './capabilities.ts';
import { mountHandlers, mountView } from './mount-handlers.ts';
import { policyHandlers } from './policy-handlers.ts';

const VERSION = '1.21.4';
const acl = policyHandlers('policy');
const older = policyHandlers('rules');
const secrets = mountHandlers('');
const logins = mountHandlers('auth/');

export const systemRoutes: VaultRoute[] = [
  route('health', { read: ({ context }) => ({ raw: health(context.clock.now()) }) }, { isPublic: true }),
  route('seal-status', { read: () => ({ raw: sealStatus() }) }, { isPublic: true }),
  route('policies/acl', { list: acl.list, read: acl.list }),
  route('policies/acl/:name', { read: acl.read, update: acl.write, delete: acl.remove }),
  route('policy', { read: older.list, list: older.list }),
  route('policy/:name', { read: older.read, update: older.write, delete: older.remove }),
  route('mounts', { read: secrets.list }),
  route('mounts/*path/tune', { read: secrets.readTuning, update: secrets.tune }),
  route('mounts/*path', { read: secrets.read, update: secrets.enable, delete: secrets.disable }),
  route('auth', { read: logins.list }),
  route('auth/*path/tune', { read: logins.readTuning, update: logins.tune }, { needsSudo: true }),
  route('auth/*path', { read: logins.read, update: logins.enable, delete: logins.disable }, { needsSudo: true }),
  route('capabilities-self', { update: capabilitiesSelf }),
  route('capabilities', { update: capabilitiesOfToken }),
  route('capabilities-accessor', { update: capabilitiesOfAccessor }),
  route('init', { read: () => ({ raw: { initialized: true } }) }, { isPublic: true }),
  route('leader', { read: () => ({ raw: leader }) }, { isPublic: true }),
  route('audit', { read: () => ({ data: {} }) }, { needsSudo: true }),
  route('wrapping/wrap', { update: ({ body }) => ({ data: Object(body), mustWrap: true }) }),
  route('internal/ui/mounts', { read: mountsForUser }, { needsNoPolicy: true }),
  route('internal/ui/mounts/*path', { read: mountForUser }, { needsNoPolicy: true }),
];

const health = (now: number) => ({
  ...{ initialized: true, sealed: false, standby: false, performance_standby: false },
  ...{ replication_performance_mode: 'disabled', replication_dr_mode: 'disabled', enterprise: false },
  ...{ server_time_utc: Math.floor(now / 1000), version: VERSION, cluster_name: 'vault-cluster-1' },
});

const leader = {
  ...{ ha_enabled: false, is_self: false, leader_address: '', leader_cluster_address: '' },
  ...{ performance_standby: false, performance_standby_last_remote_wal: 0 },
};

/** The mounts under which the caller's policies name at least one path. */
function mountsForUser({ context, token }: VaultCall): Answer {
  const isRoot = token?.policies.includes('root');
  const seen = [...context.mounts.values()].filter(
    ({ path }) => token && (isRoot || accessOf(context, token).concerns(path)),
  );
  const views = (isLogin: boolean) =>
    Object.fromEntries(
      seen
        .filter(({ path }) => path.startsWith('auth/') === isLogin)
        .map((one) => [isLogin ? one.path.slice('auth/'.length) : one.path, mountView(one)]),
    );
  return { data: { auth: views(true), secret: views(false) } };
}

const sealStatus = () => ({
  ...{ type: 'shamir', initialized: true, sealed: false, t: 1, n: 1, progress: 0, version: VERSION },
  ...{ cluster_name: 'vault-cluster-1', storage_type: 'inmem' },
});

/**
 * Vault's own client sends this request before it uses a KV path, to learn the version of the mount. Each KV command
 * therefore sends one more request.
 */
function mountForUser({ context, token, params: { path = '' } }: VaultCall): Answer {
  const found = mountOf(context, path);
  const isRoot = token?.policies.includes('root');
  if (!token || !found || !(isRoot || accessOf(context, token).concerns(found.path))) {
    const text = "preflight capability check returned 403, please ensure client's policies grant access to path";
    throw new VaultError(403, `${text} "${path}/"`);
  }
  return { data: { ...mountView(found), path: found.path } };
}
