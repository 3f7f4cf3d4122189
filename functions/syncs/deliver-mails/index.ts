import type { Context } from 'aws-lambda';
import { deliverMails, type MailDeps } from '#shared/app/mail/deliver-mail';
import type { Metrics } from '#shared/ports/runtime';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { mailDeps } from '#shared/runtime/wiring/mail';

const deps = mailDeps('syncs/deliver-mails');

/** A schedule invokes this function every minute. */
export const handler = (_event: unknown, context: Context): Promise<number> =>
  runScheduled(deps, { job: 'deliver mails', context, otherwise: 0 }, () => deliver(deps));

/** Maximum number of e-mails in one run, because each e-mail takes about a second. The next run sends the rest. */
const PER_RUN = 200;

/**
 * Tries once to send each e-mail that is due, and counts the results.
 * @returns how many e-mails were sent
 * @throws AggregateError when an e-mail could not be processed, so that the run counts as failed
 */
async function deliver(deps: MailDeps & { metrics: Metrics }): Promise<number> {
  const { store, clock, metrics } = deps;
  const { deliveries, errors } = await deliverMails(deps, await store.mails.listDue(clock.now(), PER_RUN));
  const sent = deliveries.filter((it) => it === 'sent').length;
  const lasting = deliveries.filter((it) => it === 'lasting').length;
  if (sent > 0) metrics.add('MailsSent', sent, {});
  if (lasting > 0) metrics.add('MailsUndelivered', lasting, {});
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} e-mails were not processed`);
  return sent;
}
