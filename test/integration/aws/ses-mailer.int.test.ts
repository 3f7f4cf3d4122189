import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { nodemailerMailer, sesTransport } from '#shared/adapters/mail/nodemailer-mailer';
import { testAws } from './aws-client.ts';

const client = new SESv2Client(testAws());
const mailer = nodemailerMailer({ from: 'paddock@example.org', transport: () => sesTransport(client) });

const outbox = z.object({
  messages: z.record(
    z.string(),
    z.array(z.object({ Source: z.string(), To: z.array(z.string()), Subject: z.string() })),
  ),
});
const sent = async () => {
  const answer = await fetch(`${inject('awsEndpoint')}/_ministack/ses/messages`);
  return Object.values(outbox.parse(await answer.json()).messages).flat();
};

test('Amazon SES is handed one message, to one address, with text and HTML', async () => {
  await client.send(new CreateEmailIdentityCommand({ EmailIdentity: 'example.org' }));
  const body = { subject: 'Cluster winter is ready', text: 'It is ready.\n', html: '<p>It is ready.</p>' };
  await mailer.send({ id: 'cluster-ready/1', to: 'ada@example.org', ...body });
  expect((await sent()).filter(({ Subject }) => Subject === body.subject)).toMatchObject([
    { Source: expect.stringContaining('paddock@example.org'), To: ['ada@example.org'] },
  ]);
});
