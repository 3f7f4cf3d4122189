import {
  DeleteRuleCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { askAws } from '#test/network/ask-aws';
import { clientOptions, EVENT_BUS } from '../_worlds/deployed-stack.ts';
import type { Place } from './find-secrets.ts';

const NAME = 'paddock-full-run';
const EventBusName = EVENT_BUS;
const created = z.object({ QueueUrl: z.string() });
const attributes = z.object({ Attributes: z.object({ QueueArn: z.string() }) });
const received = z.object({
  Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]),
});

export type BusEvents = Awaited<ReturnType<typeof listenToBus>>;

/** Collects all events on the stage's bus from now on, as a subscriber receives them. */
export async function listenToBus(endpoints: Endpoints) {
  const ask = (operation: string, body: object) => askAws(endpoints.aws, 'sqs', operation, body);
  const { QueueUrl } = created.parse(await ask('CreateQueue', { QueueName: NAME }));
  const asked = { QueueUrl, AttributeNames: ['QueueArn'] };
  const Arn = attributes.parse(await ask('GetQueueAttributes', asked)).Attributes.QueueArn;
  const bus = new EventBridgeClient(clientOptions(endpoints));
  const EventPattern = JSON.stringify({ account: [{ exists: true }] });
  await bus.send(new PutRuleCommand({ Name: NAME, EventBusName, EventPattern }));
  await bus.send(new PutTargetsCommand({ Rule: NAME, EventBusName, Targets: [{ Id: NAME, Arn }] }));
  return {
    async received(): Promise<Place[]> {
      const places: Place[] = [];
      for (;;) {
        const { Messages } = received.parse(await ask('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 }));
        if (Messages.length === 0) return places;
        places.push(...Messages.map(({ Body }) => ({ name: 'event', text: Body })));
        for (const { ReceiptHandle } of Messages) await ask('DeleteMessage', { QueueUrl, ReceiptHandle });
      }
    },
    async end() {
      await bus.send(new RemoveTargetsCommand({ Rule: NAME, EventBusName, Ids: [NAME] }));
      await bus.send(new DeleteRuleCommand({ Name: NAME, EventBusName }));
      await ask('DeleteQueue', { QueueUrl });
    },
  };
}
