import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { OperatorError } from '../local/operator-error.ts';
import type { AwsClientConfig } from './aws-client-config.ts';
import type { Attributes } from './dead-letter.ts';

/** A message that nobody else sees while it is held. */
export type HeldMessage = { id: string; receipt: string; since: Date; body: string; attributes: Attributes };

export interface DeadLetterQueue {
  /** All that is there, the oldest first as far as the queue goes by age. */
  holdAll(): Promise<HeldMessage[]>;
  /** For good. */
  remove(message: HeldMessage): Promise<void>;
  /** Everything held and not removed is seen by others again; when this command is killed, the queue does it by itself. */
  release(): Promise<void>;
}

/** Longer than all that is done with the messages takes in any but the worst case; then others may see them again, too. */
const HELD_SECONDS = 900;
/** An empty answer after as long means that nothing is there. */
const WAIT_SECONDS = 2;

const nonEmpty = <T>(items: readonly T[] | undefined): readonly T[] | undefined => (items?.length ? items : undefined);

function heldMessage({ MessageId, ReceiptHandle, Body, Attributes, MessageAttributes = {} }: Message): HeldMessage {
  const pairs = Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue] as const);
  const since = new Date(Number(Attributes?.SentTimestamp ?? Number.NaN));
  return {
    id: MessageId ?? '',
    receipt: ReceiptHandle ?? '',
    since,
    body: Body ?? '',
    attributes: Object.fromEntries(pairs),
  };
}

/** The queue of a stage. @throws OperatorError when there is none, or it may not be read */
export async function openDeadLetterQueue(stage: string, config: AwsClientConfig): Promise<DeadLetterQueue> {
  const name = `${stage}-dead-letters`;
  const client = new SQSClient({ ...config, requestHandler: { requestTimeout: 30_000 } });
  const asking = <T>(what: string, call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw new OperatorError(explain(error, name, what), { cause: error });
    });
  const { QueueUrl } = await asking('sqs:GetQueueUrl', client.send(new GetQueueUrlCommand({ QueueName: name })));
  const held = new Map<string, HeldMessage>();

  async function receive(): Promise<readonly Message[] | undefined> {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: HELD_SECONDS,
      WaitTimeSeconds: WAIT_SECONDS,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['SentTimestamp'],
    });
    return nonEmpty((await asking('sqs:ReceiveMessage', client.send(command))).Messages);
  }

  return {
    async holdAll() {
      for (let page = await receive(); page; page = await receive()) {
        for (const message of page.map(heldMessage)) held.set(message.id, message);
      }
      return [...held.values()].sort((a, b) => a.since.getTime() - b.since.getTime());
    },
    async remove({ id, receipt: ReceiptHandle }) {
      await asking('sqs:DeleteMessage', client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })));
      held.delete(id);
    },
    async release() {
      for (const { receipt: ReceiptHandle } of held.values()) {
        const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
        await asking('sqs:ChangeMessageVisibility', client.send(command));
      }
      held.clear();
      client.destroy();
    },
  };
}

function explain(error: unknown, queue: string, right: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (/QueueDoesNotExist|NonExistentQueue/.test(name))
    return `There is no queue ${queue} in this account and region: deploy the stage first, or check --stage and the AWS environment.`;
  return `The queue ${queue} cannot be used (${message}): check AWS_PROFILE and AWS_REGION, and the right ${right} on it.`;
}
