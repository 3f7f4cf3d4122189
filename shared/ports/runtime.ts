import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterMachine, Operation } from '#shared/domain/_core/operation';
import type { ExecutionState } from '#shared/domain/clusters/lost-execution';

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
  /** Starts the machine under the operation's uuid; one that runs or ran already is success. */
  start(operation: Operation): Promise<void>;
}

export interface Executions {
  /** Of the machine that was started for an operation, and of those that carry an order out: running as long as one of them is. */
  stateOf(operation: { uuid: Uuid; machine: ClusterMachine }): Promise<ExecutionState>;
}

export interface Wakeups {
  /** Completes a callback task; false when the token is stale, which is an expected answer. */
  succeed(taskToken: string, output: Record<string, unknown>): Promise<boolean>;
  fail(taskToken: string, error: string, cause: string): Promise<boolean>;
}

/** The secret store; names are made by `secret-name.ts` only. */
export interface Secrets {
  /**
   * The JSON text of a secret; undefined when there is none. With the version of the record that counts on it, what was
   * found for that version may be kept a while: a change writes the secret first and then the record.
   */
  find(name: string, version?: number): Promise<string | undefined>;
  put(name: string, value: string): Promise<void>;
  /** At once and for good; gone is fine. */
  remove(name: string): Promise<void>;
}

/** Other functions of the stage, by their folder, e.g. `api/records`. */
export interface Functions {
  /**
   * Answers what the function answers, once: nothing is tried again, for the first attempt may have been carried out.
   * @throws BackendThrottled when there is no room for another invocation
   * @throws Error when the function failed, or did not answer in time
   */
  invoke(entry: string, event: unknown): Promise<unknown>;
}

/** What the rest of the world is told; past tense, e.g. `cluster.created`. */
export type DomainEvent = { type: string; detail: Record<string, unknown> };
export interface EventBus {
  publish(event: DomainEvent): Promise<void>;
}
