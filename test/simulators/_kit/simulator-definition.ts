import type { FastifyInstance } from 'fastify';
import type { ServerCertificate } from './certificate-authority.ts';

/** A milliseconds table that `PUT /_sim/delays` may change while the simulator runs; read it at every use. */
export type Delays = Record<string, number>;

/** What one simulated backend brings; everything under `/_sim` comes from the kit. */
export interface SimulatorDefinition {
  name: string;
  /** Adds the backend's own routes; the kit has set up body parsing, counting and faults before. */
  routes(app: FastifyInstance): void | Promise<void>;
  /** What it shows at its https address; without it there is none. */
  tls?: ServerCertificate;
  /** Called once, before the first request, with the address that it gives to others: the https one where there is one. */
  listening?(url: string): void;
  /** The address by which a request is routed, where the backend takes several for one. */
  canonicalUrl?(url: string): string;
  /** User-visible objects only, as lists by kind, so that it is equal again once everything made is deleted. */
  state(): Record<string, unknown>;
  /** Tokens, sessions and counters: what changes by being used. */
  sessions(): Record<string, unknown>;
  /** Back to the initial seed; the kit restores faults, counts and delays itself. */
  reset(): void;
  delays: Delays;
  /** How many things it will still do by itself; one that only answers has none. */
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
