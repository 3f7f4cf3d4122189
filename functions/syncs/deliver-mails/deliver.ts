import type { MailDeps } from '#shared/app/mail/deliver-mail';
import { deliverMails } from '#shared/app/mail/deliver-mails';
import type { Metrics } from '#shared/ports/metrics';

/** At a second each as many as one run has the time for; what is beyond waits for the next. */
const PER_RUN = 200;

/**
 * Tries each e-mail that is due once, and counts what became of it.
 * @returns how many were sent
 * @throws AggregateError when some could not even be tried, so that the run counts as failed
 */
export async function deliver(deps: MailDeps & { metrics: Metrics }): Promise<number> {
  const { store, clock, metrics } = deps;
  const { deliveries, errors } = await deliverMails(deps, await store.mails.listDue(clock.now(), PER_RUN));
  const sent = deliveries.filter((it) => it === 'sent').length;
  const lasting = deliveries.filter((it) => it === 'lasting').length;
  if (sent > 0) metrics.add('MailsSent', sent, {});
  if (lasting > 0) metrics.add('MailsUndelivered', lasting, {});
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} e-mails could not be tried`);
  return sent;
}
