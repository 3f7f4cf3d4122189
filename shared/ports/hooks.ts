import type { HookDelivery } from '#shared/domain/hooks/hook-delivery';
import type { Uuid } from '../domain/_core/identifier.ts';
import type { WaitingRepository, Write } from './repository.ts';

/** Events that wait for delivery to web hooks. */
export interface HookDeliveryRepository extends WaitingRepository<HookDelivery> {
  /** Inserts one delivery for each hook and event. A second insert while it is pending changes nothing. */
  insert(item: Pick<HookDelivery, 'hookUuid' | 'event'>): Write;
}

export type HookCall = {
  url: string;
  /** `application/json`, or a form. */
  contentType: string;
  body: string;
  /** The same for each attempt to deliver an event to a hook, so that a receiver recognizes duplicates. */
  deliveryId: string;
  eventType: string;
  secret: string;
};

export interface HookSender {
  /**
   * Sends one POST. Does not retry and follows no redirect.
   * @throws BackendUnavailable when nobody answers in time or the answer is 5xx
   * @throws BackendRejected for any other answer than 2xx
   * @throws Invalid for an address that hooks may not use
   */
  deliver(call: HookCall): Promise<void>;
}

/** The signature of an accepted message, stored as long as the message would be accepted again. */
export type WebhookSignature = { settingsUuid: Uuid; signature: string; expiresAt: string };
