import { LOG } from '#shared/contracts/telemetry';
import { type Delivery, deliverMail, type MailDeps } from './deliver-mail.ts';

/**
 * Tries each of them once. One that cannot even be tried keeps no other waiting.
 * @returns what became of them, and what failed without having been an attempt
 */
export async function deliverMails(deps: MailDeps, keys: readonly string[]) {
  const deliveries: Delivery[] = [];
  const errors: unknown[] = [];
  for (const key of keys) {
    try {
      const delivery = await deliverMail(deps, key);
      if (delivery !== undefined) deliveries.push(delivery);
    } catch (error) {
      deps.log.error(LOG.mailNotTried, { key, error });
      errors.push(error);
    }
  }
  return { deliveries, errors };
}
