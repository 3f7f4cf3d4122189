import { randomUUID } from 'node:crypto';
import { randomName } from '../_kit/random-name.ts';
import type { AccessKey } from './access-key.ts';
import type { RancherContext } from './rancher-context.ts';
import type { ApiToken } from './rancher-objects.ts';

/** The one user of this Rancher, an administrator. */
export const USER_ID = 'user-x7k2q';
const MINUTE = 60_000;

export interface TokenOrder {
  /** Without the random end. */
  prefix: string;
  kind: 'kubeconfig' | '';
  description: string;
  /** Milliseconds; 0: for ever. */
  ttl: number;
  /** '' for all of Rancher. A token of one cluster opens that cluster's own API and nothing else. */
  clusterId: string;
}

/** The keys to Rancher's API: the administrator's own, those made from it, and those inside kubeconfigs. */
export function apiTokens({ store, clock, settings }: RancherContext) {
  function add(id: string, key: string, { prefix: _, ...order }: TokenOrder): ApiToken {
    const token = { id, key, uid: randomUUID(), createdAt: clock.now(), ...order };
    store.apiTokens.set(id, token);
    return token;
  }
  const isOver = ({ createdAt, ttl }: ApiToken): boolean => ttl > 0 && createdAt + ttl <= clock.now();
  const minutes = (setting: string): number => Number(settings.get(setting) ?? 0) * MINUTE;

  return {
    isOver,
    make: (order: TokenOrder): ApiToken => add(order.prefix + randomName(5), randomName(54), order),
    /** The key that was there before anybody asked for one. */
    adopt: ({ accessKey, secretKey }: AccessKey): ApiToken =>
      add(accessKey, secretKey, { prefix: '', kind: '', description: 'administrator', ttl: 0, clusterId: '' }),
    /** What a kubeconfig's token lives, by the setting at this moment. */
    kubeconfigTtl: (): number => minutes('kubeconfig-default-token-ttl-minutes'),
    /** No token outlives the setting's bound; asking for 0 is asking for the bound. */
    clampedTtl(asked: number): number {
      const bound = minutes('auth-token-max-ttl-minutes');
      return bound > 0 ? Math.min(asked || bound, bound) : asked;
    },
    /** Whose request this is; `clusterId` is '' except behind `/k8s/clusters/<id>`. */
    find(authorization: string, clusterId = ''): ApiToken | undefined {
      const [id = '', key = ''] = pairOf(authorization).split(':');
      const token = store.apiTokens.get(id);
      if (token?.key !== key || isOver(token)) return undefined;
      return token.clusterId === '' || token.clusterId === clusterId ? token : undefined;
    },
  };
}

export type ApiTokens = ReturnType<typeof apiTokens>;

/** `name:key`, from Bearer as it is and from Basic decoded: they are the same token (rancher-api-facts 13). */
function pairOf(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString();
  return /^bearer$/i.test(scheme) ? value : '';
}
