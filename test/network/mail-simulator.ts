import { z } from 'zod';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

const received = z.object({
  number: z.number(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  message_id: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
  account: z.string(),
});
export type ReceivedMail = z.infer<typeof received>;
const state = z.object({ mails: z.array(received) });
const printed = z.object({ smtp: z.string(), account: z.object({ username: z.string(), password: z.string() }) });

/** The mails that have arrived at a mail simulator, the oldest first. */
export async function inboxAt(url: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  const { mails } = state.parse(await answer.json());
  return mails.sort((a, b) => a.number - b.number);
}

export type MailServer = z.infer<typeof printed> &
  Pick<Simulator, 'url' | 'stop'> & {
    inbox(): Promise<ReceivedMail[]>;
    /**
     * Refuses recipients that match the regular expression. Each refusal has the SMTP code `code`. Refuses `times`
     * times, or always without `times`.
     */
    refuse(...refusals: { recipient: string; code: number; times?: number }[]): Promise<void>;
  };

export async function startMailServer(): Promise<MailServer> {
  const simulator = await startSimulator('mail');
  const { url, stop } = simulator;
  return {
    ...printed.parse(simulator.printed),
    ...{ url, stop },
    inbox: () => inboxAt(url),
    async refuse(...refusals) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/refusals`, { method: 'PUT', headers, body: JSON.stringify(refusals) });
      if (!answer.ok) throw new Error(`the mail simulator answered ${answer.status}`);
    },
  };
}
