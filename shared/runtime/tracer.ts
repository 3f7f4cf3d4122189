/** Values that can be searched in X-Ray, as in `annotation.clusterUuid = "…"`. */
export type Annotations = Readonly<Record<string, string | number>>;

/** The part of an AWS SDK client that tracing needs. */
export type InstrumentedClient = { middlewareStack: { remove: unknown; use: unknown }; config: unknown };

export interface Tracer {
  /** Runs one invocation as its own subsegment. */
  within<T>(name: string, annotations: Annotations, run: () => Promise<T>): Promise<T>;
  /** Records the start of a call to another system. The returned function records its end. */
  beginCall(name: string, annotations: Annotations): (error?: unknown) => void;
  /** Traces all calls of the client from now on. */
  capture<C extends InstrumentedClient>(client: C): C;
}

export const silentTracer: Tracer = {
  within: (_name, _annotations, run) => run(),
  beginCall: () => () => undefined,
  capture: (client) => client,
};
