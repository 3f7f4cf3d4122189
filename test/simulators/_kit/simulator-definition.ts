import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerCertificate } from './certificate-authority.ts';

/**
 * Delays in milliseconds. `PUT /_sim/delays` may change them while the simulator runs, so a delay is read at every use.
 */
export type Delays = Record<string, number>;

/** The account whose key a request had, and the user for whom it was made, if that is another. */
export interface RequestCaller {
  account?: string;
  impersonated?: string;
}
export type Identify = (request: FastifyRequest) => RequestCaller;

/** The parts that one simulated backend provides. Everything under `/_sim` comes from the kit. */
export interface SimulatorDefinition {
  name: string;
  /** Adds the backend's own routes; the kit has set up body parsing, counting and faults before. */
  routes(app: FastifyInstance): void | Promise<void>;
  /** The certificate of the https address. Without it, there is no https address. */
  tls?: ServerCertificate;
  /**
   * Called once before the first request, with the address that the simulator shows to clients. This is the https
   * address, if there is one.
   */
  listening?(url: string): void;
  /** Who made a request. With it, `/_sim/callers` shows the latest requests with their callers. */
  identify?: Identify;
  /** Maps an address to the one that is routed, if the backend accepts several addresses for one path. */
  canonicalUrl?(url: string): string;
  /**
   * The objects that users can see, in lists by kind. Once everything that was made is deleted, the state equals the
   * initial state again.
   */
  state(): Record<string, unknown>;
  /** Tokens, sessions and counters, which change with every use. */
  sessions(): Record<string, unknown>;
  /** Restores the initial seed. The kit itself restores faults, counts and delays. */
  reset(): void;
  delays: Delays;
  /**
   * How many changes the simulator will still make by itself. A simulator that only answers requests does not have
   * this.
   */
  pending?(): number;
  /** Addresses and secrets a caller needs; printed once, as one line of JSON, when the simulator listens. */
  credentials(url: string): Record<string, unknown>;
  /** Called once after the last connection is gone. */
  close?(): void | Promise<void>;
}

/** Wrong command-line arguments of a simulator: the message is the one sentence the user sees. */
export class UsageError extends Error {
  override name = 'UsageError';
}
