/** Searchable in X-Ray: `annotation.clusterUuid = "…"`. */
export type Annotations = Readonly<Record<string, string | number>>;

/** An AWS SDK client, as far as tracing needs it. */
export type InstrumentedClient = { middlewareStack: { remove: unknown; use: unknown }; config: unknown };

export interface Tracer {
  /** Runs one invocation as its own subsegment. */
  within<T>(name: string, annotations: Annotations, run: () => Promise<T>): Promise<T>;
  /** Starts a call to another system. The returned function ends it. */
  beginCall(name: string, annotations: Annotations): (error?: unknown) => void;
  /** Returns the client with its calls traced. */
  capture<C extends InstrumentedClient>(client: C): C;
}

export const silentTracer: Tracer = {
  within: (_name, _annotations, run) => run(),
  beginCall: () => () => undefined,
  capture: (client) => client,
};
