import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { randomName } from '../../_kit/random-name.ts';
import type { ApiToken } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { settingOf } from '../_core/settings.ts';
import type { AccessKey } from './access-key.ts';
import { ADMIN_ID } from './builtin-users.ts';

const MINUTE = 60_000;

export interface TokenOrder {
  userId: string;
  /** The beginning of the token's name. A random end follows. */
  prefix: string;
  kind: ApiToken['kind'];
  description: string;
  /** The lifetime in milliseconds. 0 means for ever, and a negative number means expired at once. */
  ttl: number;
  /**
   * The cluster to which the token is limited, or '' for all of Rancher. A token of one cluster opens only that
   * cluster's own API.
   */
  clusterId: string;
  isExt?: boolean;
}

/** The keys to Rancher's API: keys that users make, keys of logins and keys of kubeconfigs. */
export function apiTokens(context: RancherContext) {
  const { store, clock, delays } = context;
  /** Tokens that a logout has deleted. They stay in this map as long as their keys still work. */
  const leaving = new Map<string, ApiToken>();

  function add(id: string, key: string, { prefix: _, ...order }: TokenOrder): ApiToken {
    const token = { id, key, uid: randomUUID(), createdAt: clock.now(), ...order };
    store.apiTokens.set(id, token);
    return token;
  }
  const isOver = ({ createdAt, ttl }: ApiToken): boolean => ttl < 0 || (ttl > 0 && createdAt + ttl <= clock.now());
  const minutes = (setting: string): number => Number(settingOf(context, setting)?.value ?? 0) * MINUTE;
  const isOfActiveUser = ({ userId }: ApiToken): boolean => {
    const user = store.users.get(userId);
    return user?.enabled === true && user.removedAt === undefined;
  };

  /** The valid token of a request, whatever cluster it is limited to. */
  function shown(headers: IncomingHttpHeaders): ApiToken | undefined {
    const [id = '', key = ''] = pairOf(headers)
      .replace(/^ext\//, '')
      .split(':');
    const token = store.apiTokens.get(id) ?? leaving.get(id);
    return token?.key !== key || isOver(token) || !isOfActiveUser(token) ? undefined : token;
  }

  return {
    isOver,
    shown,
    make: (order: TokenOrder): ApiToken => add(order.prefix + randomName(5), randomName(54), order),
    /** Adds the administrator's key. Every simulated Rancher has this key from its start. */
    adopt: ({ accessKey, secretKey }: AccessKey): ApiToken =>
      add(accessKey, secretKey, {
        ...{ userId: ADMIN_ID, prefix: '', kind: '', description: 'administrator', ttl: 0, clusterId: '' },
      }),
    /** Deletes the token at once. The key of the token still works for a moment. */
    logOut(token: ApiToken): void {
      store.apiTokens.delete(token.id);
      leaving.set(token.id, token);
      clock.after(delays.logoutLag, () => leaving.delete(token.id));
    },
    /** The lifetime of a new kubeconfig's token in milliseconds, from the present setting. */
    kubeconfigTtl: (): number => minutes('kubeconfig-default-token-ttl-minutes'),
    sessionTtl: (): number => minutes('auth-user-session-ttl-minutes'),
    /** No token lives longer than the setting allows. A request for 0 gets the longest time. */
    clampedTtl(asked: number): number {
      const bound = minutes('auth-token-max-ttl-minutes');
      return bound > 0 ? Math.min(asked || bound, bound) : asked;
    },
    /** Whether a request has a key at all, valid or not. */
    areShown: (headers: IncomingHttpHeaders): boolean => pairOf(headers) !== '',
    /** The token of this request. `clusterId` is '' unless the path belongs to one cluster. */
    find(headers: IncomingHttpHeaders, clusterId = ''): ApiToken | undefined {
      const token = shown(headers);
      if (!token || (token.clusterId !== '' && token.clusterId !== clusterId)) return undefined;
      token.lastUsedAt = clock.now();
      return token;
    },
  };
}

export type ApiTokens = ReturnType<typeof apiTokens>;

/**
 * The `name:key` of a token: from a Bearer header as it is, from a Basic header decoded, or from the cookie of a login.
 */
function pairOf({ authorization = '', cookie = '' }: IncomingHttpHeaders): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString();
  if (/^bearer$/i.test(scheme)) return value;
  return authorization || decodeURIComponent(/(?:^|;\s*)R_SESS=([^;]*)/.exec(cookie)?.[1] ?? '');
}
