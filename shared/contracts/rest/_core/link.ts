import type { Uuid } from '#shared/domain/_core/identifier';
import type { Collection } from './collections.ts';

/** Makes the absolute address of an object (`https://host/api/<collection>/<uuid>/`), with what hangs below it if given. */
export type Link = (collection: Collection, uuid: Uuid, below?: string) => string;
