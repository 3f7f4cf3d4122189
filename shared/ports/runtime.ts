import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterMachine, Operation } from '#shared/domain/_core/operation';
import type { ExecutionState } from '#shared/domain/clusters/ended-execution';
import type { StreamRange } from '#shared/domain/marketplace/redispatch';
import type { DimensionsOf, MetricName } from '../contracts/telemetry.ts';

/** Time and chance are inputs (docs/spec/design.md#time-and-chance-are-inputs). */
export interface Clock {
  now(): Date;
}
export interface Ids {
  uuid(): Uuid;
  /** URL-safe text of at least 256 bits. */
  token(): string;
}

export interface Logger {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export interface Workflows {
  /** Starts the machine under the operation's uuid. Succeeds when it is running or has run. */
  start(operation: Operation): Promise<void>;
}

export interface Executions {
  /** State of the operation's execution and of those that carry out its order: running while one of them runs. */
  stateOf(operation: { uuid: Uuid; machine: ClusterMachine }): Promise<ExecutionState>;
}

export interface Wakeups {
  /** Completes a callback task. False when the token has expired, which is an expected answer. */
  succeed(taskToken: string, output: Record<string, unknown>): Promise<boolean>;
  fail(taskToken: string, error: string, cause: string): Promise<boolean>;
}

/** The secret store. `secret-name.ts` makes all names. */
export interface Secrets {
  /**
   * The JSON text of a secret, or undefined when there is none. A caller that gives the version of its record may get a
   * cached value: a change writes the secret before the record.
   */
  find(name: string, version?: number): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  /** Deletes the secret at once and for good. Succeeds when it is gone. */
  remove(name: string): Promise<void>;
}

/** Other functions of the stage, by their folder, such as `api/records`. */
export interface Functions {
  /**
   * Invokes the function once and returns its answer. Does not retry: the first attempt may have been carried out.
   * @throws BackendThrottled when there is no room for another invocation
   * @throws Error when the function failed, or did not answer in time
   */
  invoke(entry: string, event: unknown): Promise<unknown>;
}

/** An event for other systems. Its type is in the past tense, such as `cluster.created`. */
export type DomainEvent = { type: string; detail: Record<string, unknown> };
export interface EventBus {
  publish(event: DomainEvent): Promise<void>;
}

/** The table's stream, from which the dispatcher reads new rows of the outbox. */
export interface OutboxStream {
  /**
   * The operations with rows in that range. Answers undefined after 24 hours, when the stream has
   * forgotten it.
   */
  operationsIn(range: StreamRange): Promise<Uuid[] | undefined>;
}

/** Metrics for operators. contracts/telemetry.ts has their names. */
export interface Metrics {
  add<M extends MetricName>(name: M, value: number, dimensions: DimensionsOf<M>): void;
}
