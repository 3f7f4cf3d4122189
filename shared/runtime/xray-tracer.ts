import { Tracer as PowertoolsTracer } from '@aws-lambda-powertools/tracer';
import type { Annotations, Tracer } from './tracer.ts';

/** A name that X-Ray accepts. Other characters are replaced, and a longer name is cut. */
const segmentName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}\s_.:/%&#=+\\\-@]/gu, '-').slice(0, 200);

/**
 * Traces with Powertools, which uses the X-Ray SDK. Each traced call is a subsegment of the segment that Lambda creates
 * for an invocation (docs/decisions/0007-telemetry.md). Powertools' own capture of HTTP is off, because it would patch
 * every request of the process and send trace ids to backends.
 */
export function xrayTracer(): Tracer {
  const powertools = new PowertoolsTracer({ captureHTTPsRequests: false });

  function begin(name: string, annotations: Annotations) {
    const segment = powertools.getSegment()?.addNewSubsegment(segmentName(name));
    for (const [key, value] of Object.entries(annotations)) segment?.addAnnotation(key, value);
    return segment;
  }

  return {
    async within(name, annotations, run) {
      const parent = powertools.getSegment();
      const segment = begin(name, annotations);
      if (segment) powertools.setSegment(segment);
      try {
        return await run();
      } catch (error) {
        if (error instanceof Error) segment?.addError(error);
        throw error;
      } finally {
        segment?.close();
        if (parent) powertools.setSegment(parent);
      }
    },
    beginCall(name, annotations) {
      const segment = begin(name, annotations);
      segment?.addAttribute('namespace', 'remote');
      return (error) => segment?.close(error instanceof Error ? error : null);
    },
    capture: (client) => powertools.captureAWSv3Client(client),
  };
}
