import { Tracer as PowertoolsTracer } from '@aws-lambda-powertools/tracer';
import type { Annotations, Tracer } from './tracer.ts';

/** X-Ray accepts no other characters in a name, and no longer names. */
const segmentName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}\s_.:/%&#=+\\\-@]/gu, '-').slice(0, 200);

/**
 * Subsegments of the segment that Lambda makes of an invocation, by Powertools' tracer over the X-Ray SDK
 * (docs/decisions/0007-telemetry.md). Its own capture of HTTP is off: it would patch every request of the process, and
 * send our trace ids to backends.
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
