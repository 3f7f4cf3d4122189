import { z } from 'zod';

/** Maximum length of a slug without its number, as in Waldur. */
const STEM = 8;

/**
 * Shortens a name, so that it can be a part of other names: `ACME / Web / prod` becomes `acme-web`
 * (docs/spec/managed-clusters.md#names).
 */
export const slugStem = (name: string): string => {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, STEM).replace(/-$/, '') || 'x';
};

/** A slug with a number that makes it unique: `acme-web-1` (docs/spec/managed-clusters.md#names). */
export const numberedSlug = (name: string, number: number): string => `${slugStem(name)}-${number}`;

const named = z.looseObject({ uuid: z.string(), name: z.string() });

/**
 * Reads records that were stored before slugs existed. The slug is derived from name and uuid, so every read gives an
 * equal slug.
 */
export const withSlug = <S extends z.ZodType>(schema: S) =>
  z.preprocess((row) => {
    const { data } = named.safeParse(row);
    return data === undefined || data.slug !== undefined
      ? row
      : { ...data, slug: `${slugStem(data.name)}-${data.uuid.slice(0, 8)}` };
  }, schema);
