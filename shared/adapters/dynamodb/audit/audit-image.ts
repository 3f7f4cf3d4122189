import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { z } from 'zod';
import { type AuditEvent, auditEvent } from '#shared/domain/audit/audit-event';

const image = z.record(
  z.string(),
  z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null),
);

/** The event in the `NewImage` of its row's stream record. Throws ZodError on anything else. */
export const eventOfImage = (newImage: unknown): AuditEvent => auditEvent.parse(unmarshall(image.parse(newImage)));
