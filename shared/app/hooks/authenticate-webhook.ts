import { createHmac } from 'node:crypto';
import { LOG } from '#shared/contracts/telemetry';
import { parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { type ServiceSettings, settingsSecretName, webhookSecret } from '#shared/domain/providers/service-settings';
import { Conflict, Unauthenticated } from '#shared/errors';
import type { Clock, Logger, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { isSameSecret } from '../identity/hash-token.ts';

export type WebhookAuthDeps = {
  store: Pick<Store, 'settings'>;
  secrets: Pick<Secrets, 'find'>;
  stage: string;
  log: Logger;
};
type SignatureDeps = WebhookAuthDeps & { store: Pick<Store, 'webhookSignatures'>; clock: Clock };
type ProviderType = ServiceSettings['type'];
type Known = { settingsUuid: Uuid; secret: string };

/**
 * If the provider is unknown, the sender's secret is compared with this text. So the check takes as long as for a known
 * provider.
 */
const NOBODY = 'nobody';

async function secretOf(deps: WebhookAuthDeps, type: ProviderType, provider: string): Promise<Known | undefined> {
  const uuid = parseUuid(provider);
  const settings = uuid === undefined ? undefined : await deps.store.settings.find(uuid);
  if (settings?.type !== type || settings.secretRevisions?.webhook === undefined) return undefined;
  const text = await deps.secrets.find(settingsSecretName(deps.stage, 'webhook', settings), settings.version);
  if (text !== undefined) return { settingsUuid: settings.uuid, secret: webhookSecret.parse(JSON.parse(text)).secret };
  deps.log.warn(LOG.webhookSecretMissing, { settingsUuid: settings.uuid });
  return undefined;
}

/** Returns the provider that has this type and this webhook secret. Throws Unauthenticated, without a reason. */
export async function providerByBearer(
  deps: WebhookAuthDeps,
  type: ProviderType,
  { provider, secret }: { provider: string; secret: string },
): Promise<Uuid> {
  const known = await secretOf(deps, type, provider);
  const isRight = isSameSecret(known?.secret ?? NOBODY, secret);
  if (known === undefined || !isRight) throw new Unauthenticated('');
  return known.settingsUuid;
}

/**
 * The proof in a bearer token of one cluster. It is made from the provider's secret, and does not reveal the secret. The
 * owners of a cluster can read what its Alertmanager sends. With the provider's secret they could raise alerts about
 * clusters of other customers.
 */
export const alertProofOf = (secret: string, clusterUuid: Uuid): string =>
  createHmac('sha256', secret).update(`alertmanager/${clusterUuid}`).digest('hex');

const OF_CLUSTER = /^([0-9a-f]{32})\.([0-9a-f]{64})$/;

/**
 * Returns the provider that has this type and this webhook secret, and the cluster to which the token is limited. The
 * token has the provider's secret, or `<uuid of the cluster>.<proof>`. Throws Unauthenticated, without a reason.
 */
export async function alertSender(
  deps: WebhookAuthDeps,
  { provider, secret }: { provider: string; secret: string },
): Promise<{ settingsUuid: Uuid; clusterUuid?: Uuid }> {
  const [, clusterUuid, proof = ''] = OF_CLUSTER.exec(secret) ?? [];
  if (clusterUuid === undefined) return { settingsUuid: await providerByBearer(deps, 'Rancher', { provider, secret }) };
  const known = await secretOf(deps, 'Rancher', provider);
  const isRight = isSameSecret(alertProofOf(known?.secret ?? NOBODY, clusterUuid), proof);
  if (known === undefined || !isRight) throw new Unauthenticated('');
  return { settingsUuid: known.settingsUuid, clusterUuid };
}

export type SignedMessage = { provider: string; timestamp: string; signature: string; body: Uint8Array };
/**
 * The provider that signed a message. `useUp` marks the signature as used, because each signature is accepted only
 * once. Call `useUp` after the message is parsed.
 */
export type Signer = { settingsUuid: Uuid; useUp: () => Promise<void> };

/**
 * Finds the provider whose webhook secret signed the message. Throws Unauthenticated. The error has a reason only if
 * the signature is right and the timestamp is too far from this server's clock.
 */
export async function providerBySignature(deps: SignatureDeps, message: SignedMessage): Promise<Signer> {
  const { provider, timestamp, signature, body } = message;
  const known = await secretOf(deps, 'Rancher', provider);
  const expected = signatureOf(known?.secret ?? NOBODY, timestamp, body);
  const isRight = isSameSecret(expected, signature.toLowerCase());
  if (known === undefined || !isRight) throw new Unauthenticated('');
  const signedAt = instantInWindow(timestamp, deps.clock.now());
  if (signedAt === undefined) {
    throw new Unauthenticated(
      `The timestamp is more than ${SIGNATURE_WINDOW_SECONDS} s away from this server's clock.`,
    );
  }
  const { settingsUuid } = known;
  const expiresAt = new Date(signedAt.getTime() + (SIGNATURE_WINDOW_SECONDS + 1) * 1000).toISOString();
  const useUp = async () => {
    // The computed signature is stored, not the sender's text. Otherwise a repeated message that has the hex digits in
    // capitals would not be recognized.
    const isNew = await deps.store.webhookSignatures.accept({ settingsUuid, signature: expected, expiresAt });
    if (!isNew) throw new Conflict('This message has been received before: sign it again, with a new timestamp.');
  };
  return { settingsUuid, useUp };
}

/**
 * Maximum difference between a timestamp and this server's clock, in seconds. A difference is allowed because clocks
 * differ, and because a proxy may send a message again after a delay.
 */
const SIGNATURE_WINDOW_SECONDS = 300;

/** HMAC-SHA256 in hex over the timestamp as it was sent, a dot, and the raw body. */
export const signatureOf = (secret: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

/**
 * Parses a timestamp in seconds since the epoch. Returns undefined if the text is no timestamp, or too far from `now`.
 */
export function instantInWindow(timestamp: string, now: Date): Date | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  const seconds = Number(timestamp);
  const isNear = Math.abs(seconds - now.getTime() / 1000) <= SIGNATURE_WINDOW_SECONDS;
  return isNear ? new Date(seconds * 1000) : undefined;
}
