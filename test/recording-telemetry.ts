import type { PublishedMetrics } from '#shared/runtime/metrics';
import { silentTracer, type Tracer } from '#shared/runtime/tracer';

export type Recorded = { name: string; value: number; dimensions: Record<string, string> };
export type RecordingTelemetry = { metrics: PublishedMetrics; tracer: Tracer; recorded: Recorded[] };

/** Keeps every published metric, so that a test can check what operators would see. */
export function recordingTelemetry(): RecordingTelemetry {
  const recorded: Recorded[] = [];
  const metrics: PublishedMetrics = {
    add: (name, value, dimensions) => void recorded.push({ name, value, dimensions: { ...dimensions } }),
    publish: () => undefined,
  };
  return { metrics, tracer: silentTracer, recorded };
}
