import { type Uuid, withHyphens } from '#shared/domain/_core/identifier';

/** The address of a cloud's API, without `/v1` and without a slash at its end. */
export type MagnumRoot = string;

export const magnumRoot = (origin: string, cloudUuid: Uuid): MagnumRoot => `${origin}/magnum/${cloudUuid}`;

/** Magnum's two links to an object: `self` has the API version in its path, `bookmark` does not. */
export const linksOf = (root: MagnumRoot, collection: string, uuid: Uuid) => [
  { href: `${root}/v1/${collection}/${withHyphens(uuid)}`, rel: 'self' },
  { href: `${root}/${collection}/${withHyphens(uuid)}`, rel: 'bookmark' },
];

/** A time in Magnum's format: without fractions of a second. */
export const magnumTime = (instant: string): string => instant.replace(/(\.\d+)?Z$/, '+00:00');
