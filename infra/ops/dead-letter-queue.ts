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

/**
 * A message that is hidden from other readers of the queue. `release` makes the message visible again. Without
 * `release`, the message becomes visible after some minutes.
 */
export type HeldMessage = { id: string; receipt: string; since: Date; body: string; attributes: Attributes };

export interface DeadLetterQueue {
  /** Reads all messages of the queue and hides them from other readers. The oldest message comes first. */
  holdAll(): Promise<HeldMessage[]>;
  remove(message: HeldMessage): Promise<void>;
  /**
   * Makes the messages that `holdAll` has hidden visible again. Removed messages stay removed. If the command is killed
   * before this call, the queue makes the messages visible after some minutes.
   */
  release(): Promise<void>;
}

/** How long messages stay hidden. One run of the command normally takes less time. */
const HELD_SECONDS = 900;
/** If no message arrives in this time, the queue counts as empty. */
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

/**
 * Opens the queue of a stage.
 * @throws OperatorError when the queue does not exist, or the caller may not read it
 */
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
