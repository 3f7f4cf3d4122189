import type { Link } from '#shared/contracts/rest/_core/link';

/** Absolute addresses under the origin the caller used. */
export const linksFrom =
  (origin: string): Link =>
  (collection, uuid, below = '') =>
    `${origin}/api/${collection}/${uuid}/${below}`;
