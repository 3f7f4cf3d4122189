import PostalMime from 'postal-mime';

export type ReceivedMail = {
  /** The number of the message in the order of arrival, from 1. */
  number: number;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  message_id: string;
  /** Header names are in lower case. A header that comes several times has one entry for each value. */
  headers: { key: string; value: string }[];
  /** The account that the sender signed in with, if any. */
  account: string;
};
export type Envelope = { from: string; to: string[]; account: string };
export type Inbox = ReturnType<typeof inbox>;

/** The delivered messages. `from` and `to` are the addresses of the SMTP envelope, not of the headers. */
export function inbox() {
  const mails: ReceivedMail[] = [];
  return {
    all: () => mails,
    clear: () => void mails.splice(0),
    async deliver(raw: Uint8Array, envelope: Envelope): Promise<void> {
      const { subject = '', text = '', html = '', messageId = '', headers } = await PostalMime.parse(raw);
      const parts = { subject, text, html, message_id: messageId };
      const named = headers.map(({ key, value }) => ({ key, value }));
      mails.push({ number: mails.length + 1, ...envelope, ...parts, headers: named });
    },
  };
}
