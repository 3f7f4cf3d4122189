import type { Mail, PendingMail } from '../domain/mail/mail.ts';
import type { WaitingRepository, Write } from './repository.ts';

/** A rendered e-mail. All attempts to send the e-mail have the same `id`, so that a mailbox recognizes duplicates. */
export type Message = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * A POST to this address ends the subscription that has caused the e-mail. Mail programs show a button for this POST
   * (RFC 8058).
   */
  unsubscribeUrl?: string | undefined;
};

export interface Mailer {
  /**
   * Hands the e-mail over to the mail service. Does not retry.
   * @throws BackendUnavailable
   * @throws BackendRejected if this e-mail is refused
   * @throws BackendUnauthorized
   */
  send(message: Message): Promise<void>;
}

/** E-mails that are waiting to be sent. */
export interface MailRepository extends WaitingRepository<PendingMail> {
  /**
   * Inserts an e-mail. While an e-mail with the same key is pending, a second insert changes nothing. The e-mail must
   * not contain secrets.
   */
  insert(item: Mail): Write;
}
