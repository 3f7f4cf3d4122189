import type { HookDelivery } from '#shared/domain/hooks/hook-delivery';
import type { Uuid } from '../domain/_core/identifier.ts';
import type { WaitingRepository, Write } from './repository.ts';

/** Events that wait for delivery to web hooks. */
export interface HookDeliveryRepository extends WaitingRepository<HookDelivery> {
  /** Inserts a delivery of the event to the hook. While this delivery is pending, a second insert changes nothing. */
  insert(item: Pick<HookDelivery, 'hookUuid' | 'event'>): Write;
}

export type HookCall = {
  url: string;
  /** Media type of the body: JSON or a form. */
  contentType: string;
  body: string;
  /**
   * All attempts to deliver an event to a hook have the same delivery id, so that the receiver can recognize
   * duplicates.
   */
  deliveryId: string;
  eventType: string;
  secret: string;
};

export interface HookSender {
  /**
   * Sends one POST. Does not retry, and does not follow redirects.
   * @throws BackendUnavailable if the receiver does not answer in time, or answers 429 or 5xx
   * @throws BackendRejected if the receiver answers with any other status outside 2xx
   * @throws Invalid if hooks are not allowed to use the address
   */
  deliver(call: HookCall): Promise<void>;
}

/**
 * The signature of an accepted message. It is stored until the timestamp of the message is too old. Until then, a
 * repeated message is recognized by the stored signature.
 */
type WebhookSignature = { settingsUuid: Uuid; signature: string; expiresAt: string };

export interface WebhookSignatureRepository {
  /** Stores the signature until it expires. Returns false if it is already stored, so that a replay is refused. */
  accept(item: WebhookSignature): Promise<boolean>;
}
