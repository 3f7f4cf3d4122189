import { EventBridgeClient, ListTargetsByRuleCommand } from '@aws-sdk/client-eventbridge';
import { type Redispatched, type RedispatchRequest, redispatchReply } from '#shared/contracts/redispatch';
import { type RepublishReply, type RepublishRequest, republishReply } from '#shared/contracts/republish';
import { OperatorError } from '../local/operator-error.ts';
import type { AwsClientConfig } from './aws-client-config.ts';
import {
  type DeadLetter,
  type LostEvent,
  type LostRecords,
  readDeadLetter,
  type UnqueuedEvent,
} from './dead-letter.ts';
import type { DeadLetterQueue, HeldMessage } from './dead-letter-queue.ts';
import { FunctionFailed, invokeFunction } from './invoke-function.ts';

/** Sentences for the operator: what a message is about, and what was done. If `isDone`, the message can be removed. */
type Outcome = { about: string; did: string; isDone: boolean };
interface PutBackOptions {
  readonly stage: string;
  readonly dryRun: boolean;
  readonly config: AwsClientConfig;
}

/** Timeout of a call, which is a little longer than the longest time limit that Lambda allows. */
const FUNCTION_TIMEOUT_MS = 15 * 60_000 + 5000;
const FINISHED: readonly Redispatched['outcome'][] = ['started', 'gone'];

const PUBLISH_ENDS: Readonly<Record<RepublishReply['outcome'], string>> = {
  waits: 'would be published',
  published: 'published',
  gone: 'the stream has them no longer, after a day: read them in the list of events',
  failed: 'the bus refused them again',
};

async function putBackEvents({ range, error }: LostRecords, options: PutBackOptions): Promise<Outcome> {
  const { stage, dryRun, config } = options;
  const payload: RepublishRequest = { range, dryRun };
  const reply = await invokeFunction({ functionName: `${stage}-ops-republish`, payload }, config);
  const { outcome, events } = republishReply.parse(reply);
  const at = `${range.shardId}, ${range.startSequenceNumber}`;
  return {
    about: `${events} audit events; not published from the stream (${error}; ${at})`,
    did: PUBLISH_ENDS[outcome],
    isDone: outcome === 'published' || outcome === 'gone',
  };
}

async function putBackOperations(letter: LostRecords, { stage, dryRun, config }: PutBackOptions): Promise<Outcome> {
  const { range, arrivedUntil, error } = letter;
  const payload: RedispatchRequest = { range, arrivedUntil, dryRun };
  const reply = await invokeFunction({ functionName: `${stage}-ops-redispatch`, payload }, config);
  const rows = redispatchReply.parse(reply);
  const { about, did } = outcomeWords(rows, dryRun);
  const at = `${range.shardId}, ${range.startSequenceNumber}`;
  return {
    about: `${about}; not dispatched from the stream (${error}; ${at})`,
    did,
    isDone: rows.every(({ outcome }) => FINISHED.includes(outcome)),
  };
}

const nameIn = (functionArn: string): string | undefined => functionArn.split(':function:')[1]?.split(':')[0];

const putBackRecords = (letter: LostRecords, options: PutBackOptions): Promise<Outcome> =>
  nameIn(letter.functionArn) === `${options.stage}-event-publisher`
    ? putBackEvents(letter, options)
    : putBackOperations(letter, options);

/** Finds the function that a rule invokes. The ARN is `arn:aws:events:<region>:<account>:rule/<name>`. */
async function targetOf(ruleArn: string, config: AwsClientConfig): Promise<string | undefined> {
  const client = new EventBridgeClient({ ...config, requestHandler: { requestTimeout: 30_000 } });
  const Rule = ruleArn.split('/').at(-1);
  try {
    return (await client.send(new ListTargetsByRuleCommand({ Rule }))).Targets?.[0]?.Arn;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `Cannot read the target of the rule ${Rule} (${why}). Check that you have the permission events:ListTargetsByRule on the rule.`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}

/**
 * Runs of scheduled functions, by function name. All lost events of one schedule need only one run, because these
 * events have no contents.
 */
type Runs = Map<string, Promise<Outcome>>;

async function runAgain(functionName: string, event: unknown, config: AwsClientConfig): Promise<Outcome> {
  const about = `an event for ${functionName}`;
  try {
    await invokeFunction({ functionName, payload: event, timeoutMs: FUNCTION_TIMEOUT_MS }, config);
    return { about, did: `${functionName} has run`, isDone: true };
  } catch (error) {
    if (!(error instanceof FunctionFailed)) throw error;
    return { about, did: `it failed again: ${error.message}`, isDone: false };
  }
}

async function putBackEvent(letter: LostEvent, options: PutBackOptions, runs: Runs): Promise<Outcome> {
  const { stage, dryRun, config } = options;
  const arn = letter.functionArn ?? (letter.ruleArn && (await targetOf(letter.ruleArn, config)));
  const name = arn && nameIn(arn);
  // Only functions of schedules are run again, because another function might do harm when it gets an event twice.
  if (!name?.startsWith(`${stage}-syncs-`)) return unknown(`an event for ${name ?? 'an unknown function'}`);
  const about = `the schedule of ${name} (${letter.error || 'unknown reason'})`;
  if (dryRun) return { about, did: `would run ${name}`, isDone: false };
  const run = runs.get(name) ?? runAgain(name, letter.event, config);
  runs.set(name, run);
  return { ...(await run), about };
}

/**
 * Queues an event for hooks again. A hook may then get the event twice, with the same delivery id. Hooks must expect
 * this, because deliveries are made at least once.
 */
async function putBackUnqueued(
  { event, uuid, eventType, error }: UnqueuedEvent,
  options: PutBackOptions,
): Promise<Outcome> {
  const { stage, dryRun, config } = options;
  const name = `${stage}-queue-webhooks`;
  const about = `the event ${uuid}, ${eventType}, for hooks (${error || 'unknown reason'})`;
  if (dryRun) return { about, did: `would run ${name}`, isDone: false };
  return { ...(await runAgain(name, event, config)), about };
}

const unknown = (about: string): Outcome => ({
  about,
  did: 'this command cannot handle messages of this kind; read the message in the console, and delete it there if it is not needed',
  isDone: false,
});

/**
 * Makes a function that handles one dead letter. If several letters are about the same scheduled function, the
 * scheduled function runs only once.
 * @throws OperatorError when a function cannot be called
 */
function putBackBy(options: PutBackOptions): (letter: DeadLetter) => Promise<Outcome> {
  const runs: Runs = new Map();
  return async (letter) => {
    if (letter.kind === 'records') return putBackRecords(letter, options);
    if (letter.kind === 'unqueued') return putBackUnqueued(letter, options);
    return letter.kind === 'event' ? putBackEvent(letter, options, runs) : unknown('something else');
  };
}

function subjectOf({ operationUuid, order, acceptedAt }: Redispatched): string {
  const since = acceptedAt === undefined ? '' : `, accepted ${acceptedAt}`;
  if (!order) return `operation ${operationUuid}${since}`;
  const what = order.type === 'Create' ? 'the creation' : 'the termination';
  return `${what} of ${order.resourceName} (order ${order.uuid}${since})`;
}

const ENDS: Readonly<Record<Redispatched['outcome'], string>> = {
  waits: 'its row is in the outbox, and would be started',
  started: 'started',
  gone: 'it had started before: its row is no longer in the outbox',
  unreadable: 'its row in the outbox cannot be read: see the runbook, alarm outbox-unreadable',
  failed: 'it could not be started',
};

/** Describes to an operator what happened to the outbox rows of a dead letter. */
export function outcomeWords(rows: readonly Redispatched[], dryRun: boolean): { about: string; did: string } {
  if (rows.length === 0) {
    const did = dryRun ? 'would remove the message' : 'nothing is left to start';
    return { about: 'rows that have left the outbox', did };
  }
  const did = rows.map((row) => `${ENDS[row.outcome]}${row.why === undefined ? '' : ` (${row.why})`}`);
  return { about: rows.map(subjectOf).join(' and '), did: did.join('; ') };
}

type Redriven = { found: number; done: number };

/**
 * Repeats the lost work of each message in the queue, then removes the message. If the command is interrupted before
 * the removal, the next run repeats the work. This is safe. With `dryRun`, nothing is done or removed.
 * @param say called with a sentence for each message
 */
export async function redriveLetters(
  queue: DeadLetterQueue,
  options: PutBackOptions,
  say: (line: string) => void,
): Promise<Redriven> {
  const putBack = putBackBy(options);
  const messages = await queue.holdAll();
  let done = 0;
  for (const message of messages) {
    const outcome = await putBack(readDeadLetter(message.body, message.attributes));
    const isRemoved = outcome.isDone && !options.dryRun;
    if (isRemoved) {
      await queue.remove(message);
      done += 1;
    }
    say(lineOf(message, outcome, isRemoved));
  }
  return { found: messages.length, done };
}

function lineOf({ id, since }: HeldMessage, { about, did }: Outcome, isRemoved: boolean): string {
  const when = Number.isNaN(since.getTime()) ? '' : `since ${since.toISOString()}, `;
  return `${about}\n  ${when}message ${id}\n  -> ${did}; ${isRemoved ? 'removed' : 'stays in the queue'}.`;
}
