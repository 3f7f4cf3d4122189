import { randomUUID } from 'node:crypto';
import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { RegistrationToken } from '../_core/rancher-objects.ts';

const MINUTE = 60_000;
const TTL_SETTING = 'crt-default-ttl-minutes';
const TTL_MINUTES = 43_200;
/** The minutes for which machines may still join with the replaced value of a token. */
const GRACE_MINUTES = 180;

export type RegistrationTokens = ReturnType<typeof registrationTokens>;

/**
 * A cluster's registration tokens. Rancher makes `default-token` with the cluster. If `default-token` is missing,
 * Rancher makes it again with another value. Other tokens come from a POST, and do not come back once deleted. An
 * expired token gets another value.
 */
export function registrationTokens({ store, clock, delays, settings, nextRevision }: RancherContext) {
  const ttl = (): number => Number(settings.get(TTL_SETTING) ?? TTL_MINUTES) * MINUTE;

  function fill(token: RegistrationToken, at: number): void {
    Object.assign(token, { token: randomName(54), expiresAt: at + ttl(), resourceVersion: nextRevision() });
  }

  type Order = Pick<RegistrationToken, 'labels' | 'creatorId'>;

  function make(clusterId: string, name: string, order: Order = { labels: {}, creatorId: '' }): RegistrationToken {
    const id = `${clusterId}:${name}`;
    const token: RegistrationToken = {
      ...{ id, name, clusterId, uid: randomUUID(), createdAt: new Date(clock.now()).toISOString() },
      ...{ ...order, resourceVersion: nextRevision(), token: '', expiresAt: 0 },
    };
    store.tokens.set(id, token);
    clock.after(delays.tokenAssign, () => fill(token, clock.now()));
    return token;
  }

  /** The expiry is checked when the token is read: thirty days are more than a timer holds. */
  function rotate(token: RegistrationToken): RegistrationToken {
    const { token: value, expiresAt } = token;
    if (value === '' || expiresAt > clock.now()) return token;
    fill(token, expiresAt);
    token.previous = { token: value, until: expiresAt + GRACE_MINUTES * MINUTE };
    return rotate(token);
  }

  return {
    make,
    rotate,
    list: (): RegistrationToken[] => [...store.tokens.values()].map(rotate),
    makeUnnamed: (clusterId: string, order: Order) => make(clusterId, `crt-${randomName(5)}`, order),
    remove(token: RegistrationToken): void {
      store.tokens.delete(token.id);
      if (token.name !== 'default-token') return;
      clock.after(delays.tokenAssign, () => {
        if (store.clusters.has(token.clusterId) && !store.tokens.has(token.id)) make(token.clusterId, token.name);
      });
    },
    /** The cluster that a machine may join with this value. Undefined if the value is wrong, deleted or still empty. */
    clusterOf(value: string): string | undefined {
      if (value === '') return undefined;
      const isValid = ({ token, previous }: RegistrationToken) =>
        token === value || (previous?.token === value && previous.until > clock.now());
      return [...store.tokens.values()].map(rotate).find(isValid)?.clusterId;
    },
  };
}
