import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';
import { type Inbox, inbox } from './mail/inbox.ts';
import { refusalRoutes, refusals } from './mail/refusals.ts';
import { listenForMail } from './mail/smtp-listener.ts';

/** The only known account. Mail without an account is accepted, too, as from a trusted network. */
const ACCOUNT = { username: 'paddock', password: 'mail-secret' };

/**
 * A mail server that delivers all messages into one inbox. `GET /_sim/state` shows the inbox in the order of arrival.
 * SMTP has a separate port. `PUT /refusals` names recipients that the server refuses.
 */
export async function simulator(args: string[] = []): Promise<SimulatorDefinition> {
  if (args.length > 0) throw new UsageError('The mail simulator takes no flags of its own.');
  const kept: Inbox = inbox();
  const refused = refusals();
  const listener = await listenForMail({ inbox: kept, refusals: refused, account: ACCOUNT });
  return {
    name: 'mail',
    delays: {},
    routes: (app) => refusalRoutes(app, refused),
    state: () => ({ mails: kept.all() }),
    sessions: () => ({ refusals: refused.list() }),
    reset: () => {
      kept.clear();
      refused.replace([]);
    },
    credentials: () => ({ smtp: listener.url, account: ACCOUNT }),
    close: listener.close,
  };
}
