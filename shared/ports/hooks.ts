import type { HookDelivery } from '#shared/domain/hooks/hook-delivery';
import type { Uuid } from '../domain/_core/identifier.ts';
import type { WaitingRepository, Write } from './repository.ts';

/** Events that wait for delivery to web hooks. */
export interface HookDeliveryRepository extends WaitingRepository<HookDelivery> {
  /**
   * Inserts one delivery for each hook and event. A second insert changes nothing while the first delivery is pending.
   */
  insert(item: Pick<HookDelivery, 'hookUuid' | 'event'>): Write;
}

export type HookCall = {
  url: string;
  /** Media type of the body: JSON or a form. */
  contentType: string;
  body: string;
  /**
   * The delivery id is the same in each attempt to deliver an event to a hook, so that a receiver recognizes
   * duplicates.
   */
  deliveryId: string;
  eventType: string;
  secret: string;
};

export interface HookSender {
  /**
   * Sends one POST, without a retry and without following redirects.
   * @throws BackendUnavailable if the receiver does not answer in time or answers 5xx
   * @throws BackendRejected for any other answer than 2xx
   * @throws Invalid if hooks may not use the address
   */
  deliver(call: HookCall): Promise<void>;
}

/** The signature of an accepted message. It is stored for as long as the message could be accepted again. */
export type WebhookSignature = { settingsUuid: Uuid; signature: string; expiresAt: string };
