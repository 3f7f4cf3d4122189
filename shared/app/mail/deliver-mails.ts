import { LOG } from '#shared/contracts/telemetry';
import { type Delivery, deliverMail, type MailDeps } from './deliver-mail.ts';

/**
 * Makes one attempt for each. An e-mail that cannot be tried does not stop the others.
 * @returns the results, and the failures that were no attempt
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
