import type { Mail, PendingMail } from '../domain/mail/mail.ts';
import type { Write } from './repository.ts';
import type { WaitingRepository } from './waiting.ts';

/** A written e-mail. `id` is the same for the same e-mail, so that a mailbox can tell when it comes twice. */
export type Message = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a POST ends e-mails of this kind, for mailboxes that have a button for it (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export interface Mailer {
  /**
   * Hands it over to be delivered; once, without trying again.
   * @throws BackendUnavailable, BackendRejected (this e-mail is not taken) and BackendUnauthorized
   */
  send(message: Message): Promise<void>;
}

/** E-mails that wait to be sent. */
export interface MailRepository extends WaitingRepository<PendingMail> {
  /** One for each key as long as it waits. Nothing secret may stand in it. */
  insert(item: Mail): Write;
}
