import type { HookDelivery } from '#shared/domain/hooks/hook-delivery';
import type { Write } from './repository.ts';
import type { WaitingRepository } from './waiting.ts';

/** Events on their way to web hooks. */
export interface HookDeliveryRepository extends WaitingRepository<HookDelivery> {
  /** One for each hook and event as long as it waits. */
  insert(item: Pick<HookDelivery, 'hookUuid' | 'event'>): Write;
}

export type HookCall = {
  url: string;
  /** `application/json` or a form. */
  contentType: string;
  body: string;
  /** The same for the same event at the same hook, so that a receiver can tell when it comes twice. */
  deliveryId: string;
  eventType: string;
  secret: string;
};

export interface HookSender {
  /**
   * One POST, without trying again and without following a redirect.
   * @throws BackendUnavailable (nobody is there, 5xx, too late), BackendRejected (any other answer than 2xx) and
   * Invalid (an address that hooks are not delivered to)
   */
  deliver(call: HookCall): Promise<void>;
}
