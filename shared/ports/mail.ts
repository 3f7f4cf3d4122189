import type { Mail, PendingMail } from '../domain/mail/mail.ts';
import type { Write } from './repository.ts';

/** A written e-mail. `id` is the same for the same e-mail, so that a mailbox can tell when it comes twice. */
export type Message = { id: string; to: string; subject: string; text: string; html: string };

export interface Mailer {
  /**
   * Hands it over to be delivered; once, without trying again.
   * @throws BackendUnavailable, BackendRejected (this e-mail is not taken) and BackendUnauthorized
   */
  send(message: Message): Promise<void>;
}

/** E-mails that wait to be sent: written with the change that they tell of, delivered afterwards at least once. */
export interface MailRepository {
  /** One for each key as long as it waits. Nothing secret may stand in it. */
  insert(item: Mail): Write;
  /** Strongly consistent; undefined when it has been sent. */
  find(key: string): Promise<PendingMail | undefined>;
  /** Keys of those that are due by then, those first that have waited longest; from an index, so as good as current. */
  listDue(at: Date, limit: number): Promise<string[]>;
  /** Writes it over exactly the attempt that was read; false when somebody else was faster. */
  replace(before: PendingMail, item: PendingMail): Promise<boolean>;
  /** Removes exactly the attempt that was read; gone, or written anew meanwhile, is fine. */
  remove(item: PendingMail): Promise<void>;
}
