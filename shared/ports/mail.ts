import type { Mail, PendingMail } from '../domain/mail/mail.ts';
import type { WaitingRepository, Write } from './repository.ts';

/** A rendered e-mail. `id` is the same in each attempt to send the e-mail, so that a mailbox recognizes duplicates. */
export type Message = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A POST to this address unsubscribes from e-mails of this kind. Mailboxes show a button for it (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export interface Mailer {
  /**
   * Hands the e-mail over for delivery, without a retry.
   * @throws BackendUnavailable
   * @throws BackendRejected if this e-mail is refused
   * @throws BackendUnauthorized
   */
  send(message: Message): Promise<void>;
}

/** E-mails that are waiting to be sent. */
export interface MailRepository extends WaitingRepository<PendingMail> {
  /**
   * Inserts one e-mail for each key. A second insert changes nothing while the first e-mail is pending. The e-mail must
   * not contain secrets.
   */
  insert(item: Mail): Write;
}
