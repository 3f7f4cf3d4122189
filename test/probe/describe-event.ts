import type { Invocation } from './invocation.ts';

type Description = Partial<Omit<Invocation, 'id' | 'function' | 'startedMs'>>;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const texts = (found: Record<string, unknown>): Description =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'));

/**
 * Describes the event of an invocation: ids for a step, the route for a request, and the operations for a stream batch.
 */
export function describeEvent(event: unknown): Description {
  const { step, correlationId, input, requestContext, rawPath, headers, Records } = fieldsOf(event);
  if (typeof step === 'string') {
    const { operationUuid, clusterUuid, nodeUuid } = fieldsOf(input);
    return texts({ step, correlationId, operationUuid, clusterUuid, nodeUuid });
  }
  if (typeof rawPath === 'string') {
    const { method } = fieldsOf(fieldsOf(requestContext).http);
    const given = fieldsOf(headers);
    return texts({
      route: `${method} ${rawPath}`,
      correlationId: given['x-correlation-id'],
      idempotencyKey: given['idempotency-key'],
    });
  }
  if (!Array.isArray(Records)) return {};
  const images = Records.map((record) => fieldsOf(fieldsOf(fieldsOf(record).dynamodb).NewImage));
  const all = (name: string) =>
    images.map((image) => fieldsOf(image[name]).S).filter((text) => typeof text === 'string');
  return { operationUuids: all('uuid'), correlationIds: all('correlationId') };
}
