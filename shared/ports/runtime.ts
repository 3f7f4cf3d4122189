import type { Uuid } from '#shared/domain/_core/identifier';
import type { Operation } from '#shared/domain/_core/operation';
import type { ExecutionState, LookedUpMachine } from '#shared/domain/clusters/ended-execution';
import type { StreamRange } from '#shared/domain/marketplace/redispatch';
import type { DimensionsOf, MetricName } from '../contracts/telemetry.ts';

/** The current time is an input, so that tests can set it (docs/spec/design.md#time-and-chance-are-inputs). */
export interface Clock {
  now(): Date;
}
export interface Ids {
  uuid(): Uuid;
  /** A URL-safe text with at least 256 random bits. */
  token(): string;
}

/**
 * Names that belong to the log line itself. Lambda's logger drops fields with these names.
 */
type OfTheLine = 'level' | 'message' | 'sampling_rate' | 'service' | 'timestamp';
export type LogFields = Record<string, unknown> & Partial<Record<OfTheLine, never>>;
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface Workflows {
  /**
   * Starts the operation's state machine. The execution's name is the operation's uuid. Also succeeds if the execution
   * runs or has run.
   */
  start(operation: Operation): Promise<void>;
}

export interface Executions {
  /**
   * The state of the operation's execution. An operation that carries out an order can start further executions. In
   * this case, the state is `running` while any of these executions runs.
   */
  stateOf(operation: { uuid: Uuid; machine: LookedUpMachine }): Promise<ExecutionState>;
  /**
   * Uuids of the operations whose own execution of the state machine runs, with one call for each 1,000 of them. The
   * read is eventually consistent: ask `stateOf` about an operation that is missing.
   */
  listRunning(machine: LookedUpMachine): Promise<ReadonlySet<Uuid>>;
}

export interface Wakeups {
  /** Completes a callback task. Returns false if the token has expired, which is not an error. */
  succeed(taskToken: string, output: Record<string, unknown>): Promise<boolean>;
  fail(taskToken: string, error: string, cause: string): Promise<boolean>;
}

/** The secret store. `secret-name.ts` makes the names of all secrets. */
export interface Secrets {
  /**
   * The JSON text of a secret. Undefined if the secret does not exist. `version` is the version of the record that
   * refers to the secret. With a version, the text may come from a cache. This is safe, because a change writes the
   * secret before it writes the new version of the record.
   */
  find(name: string, version?: number): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  /** Deletes the secret immediately. It cannot be restored. Also succeeds if the secret does not exist. */
  remove(name: string): Promise<void>;
}

/** Calls other functions of the stage. `entry` is the function's folder, such as `api/records`. */
export interface Functions {
  /**
   * Invokes the function once and returns its answer. Does not retry, because the function may already have run.
   * @throws BackendThrottled when the limit of concurrent invocations is reached
   * @throws Error when the function failed, or did not answer in time
   */
  invoke(entry: string, event: unknown): Promise<unknown>;
}

/** An event for other systems. Its type says in the past tense what happened, such as `cluster.created`. */
export type DomainEvent = { type: string; detail: Record<string, unknown> };
export interface EventBus {
  publish(event: DomainEvent): Promise<void>;
}

/** The stream of the table. The dispatcher reads new rows of the outbox from this stream. */
export interface OutboxStream {
  /**
   * The operations whose rows are in this range of the stream. Undefined if the rows are older than 24 hours, because
   * the stream no longer has them.
   */
  operationsIn(range: StreamRange): Promise<Uuid[] | undefined>;
}

/** A record of a stream about a new row. Lambda and the SDK of DynamoDB have types of their own for it. */
export type StreamRecord = {
  dynamodb?:
    | {
        SequenceNumber?: string | undefined;
        NewImage?: unknown;
        Keys?: Record<string, { S?: string | undefined }> | undefined;
      }
    | undefined;
};

/** The stream of the audit table. The event publisher reads new audit events from this stream. */
export interface AuditStream {
  /** The records of new audit events in this range. Undefined if they are older than 24 hours. */
  recordsIn(range: StreamRange): Promise<StreamRecord[] | undefined>;
}

/** Metrics for operators. Their names are in contracts/telemetry.ts. */
export interface Metrics {
  add<M extends MetricName>(name: M, value: number, dimensions: DimensionsOf<M>): void;
}
