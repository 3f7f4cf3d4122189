import { z } from 'zod';

/** Texts of a field in addition to its schema. */
interface Words {
  /** Describes a valid value where the schema does not: `an address that begins with https://`. */
  readonly expects?: string;
  /** The effect of a missing value, where there is no default. */
  readonly otherwise?: string;
  /** The value may be secret. The stack keeps a hash of it, and no page or message shows it. */
  readonly isSecret?: true;
}

const meta = z.looseObject({
  description: z.string(),
  expects: z.string().optional(),
  otherwise: z.string().optional(),
  isSecret: z.literal(true).optional(),
});

/** A field of the configuration with its meaning: a few sentences without a full stop at the end. */
export const field = <S extends z.ZodType>(schema: S, description: string, words: Words = {}): S =>
  schema.meta({ description, ...words });

export const wordsOf = (schema: z.ZodType): z.infer<typeof meta> => meta.parse(schema.meta());

export const webAddress = () => z.url({ protocol: /^https?$/ });

/** A list with at least one item. An empty list is a missing field. */
export const list = <S extends z.ZodType>(item: S) => z.array(item).min(1);
