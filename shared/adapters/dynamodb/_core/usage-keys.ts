import type { Uuid } from '#shared/domain/_core/identifier';
import type { Key } from './keys.ts';

/** Usages are in their resource's partition, oldest month first. */
export const resourcePartition = (resourceUuid: Uuid): string => `RESOURCE#${resourceUuid}`;
export const USAGE_PREFIX = 'USAGE#';
export const usagesOfMonth = (period: string): string => `${USAGE_PREFIX}${period}#`;
export const usageKey = (resourceUuid: Uuid, period: string, type: string): Key => ({
  pk: resourcePartition(resourceUuid),
  sk: `${usagesOfMonth(period)}${type}`,
});
/** Users' shares of a usage. */
export const userSharesKey = (resourceUuid: Uuid, period: string, type: string): Key => ({
  pk: resourcePartition(resourceUuid),
  sk: `USER_SHARES#${period}#${type}`,
});
/** Points from a reported usage's uuid to its row, because resource and month are not derived from the uuid. */
export const usagePointerKey = (uuid: Uuid): Key => ({ pk: `COMPONENT_USAGE#${uuid}`, sk: 'POINTER' });
