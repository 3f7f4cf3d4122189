import type { Uuid } from '#shared/domain/_core/identifier';
import type { Collection } from './collections.ts';

/** Makes the absolute URL of an object (`https://host/api/<collection>/<uuid>/`), with an optional path below it. */
export type Link = (collection: Collection, uuid: Uuid, below?: string) => string;
