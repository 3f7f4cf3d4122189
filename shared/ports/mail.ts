import type { Mail, PendingMail } from '../domain/mail/mail.ts';
import type { WaitingRepository, Write } from './repository.ts';

/** A rendered e-mail. `id` is the same for each attempt to send it, so that a mailbox recognizes duplicates. */
export type Message = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A POST to this address stops e-mails of this kind. Mailboxes show a button for it (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export interface Mailer {
  /**
   * Hands the e-mail over for delivery. Does not retry.
   * @throws BackendUnavailable
   * @throws BackendRejected when this e-mail is refused
   * @throws BackendUnauthorized
   */
  send(message: Message): Promise<void>;
}

/** E-mails that are waiting to be sent. */
export interface MailRepository extends WaitingRepository<PendingMail> {
  /**
   * Inserts one e-mail for each key. A second insert while it is pending changes nothing. It must not contain secrets.
   */
  insert(item: Mail): Write;
}
