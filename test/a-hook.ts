import { newRecord } from '#shared/domain/_core/record';
import type { Hook } from '#shared/domain/hooks/hook';
import { aUuid, CREATED } from '#test/builders/builders';

export const aHook = (fields: Partial<Hook> = {}): Hook => ({
  ...newRecord(aUuid(), new Date(CREATED)),
  userUuid: aUuid(),
  type: 'web',
  destination: fields.type === 'email' ? 'ada@example.org' : 'https://hook.example.org/in',
  contentType: 'json',
  eventTypes: [],
  eventGroups: ['customers'],
  isActive: true,
  failures: 0,
  ...fields,
});
