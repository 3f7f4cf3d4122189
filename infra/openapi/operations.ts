import { TABLES } from '#functions/api/tables';
import type { Segment } from '#shared/contracts/rest/_core/collections';
import type { ApiOperations, RestResource } from '#shared/contracts/rest/_core/operation';
import { mapValues } from '#shared/domain/_core/values/keyed-values';
import { inOrderOfPaths } from './published-order.ts';

/** All resources, by the first segment of their paths below `/api/`. */
export const RESOURCES: Readonly<Record<Segment, RestResource>> = inOrderOfPaths<Segment, RestResource>(
  mapValues(TABLES, ([resource]) => resource),
);
export const OPERATIONS: Readonly<Record<Segment, ApiOperations>> = mapValues(
  RESOURCES,
  ({ operations }) => operations,
);
