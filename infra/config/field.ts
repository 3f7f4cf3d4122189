import { z } from 'zod';

/** Facts about a configuration field that are neither in its description nor in its type. */
interface Words {
  /** Describes a valid value when the schema cannot: `an address that begins with https://`. */
  readonly expects?: string;
  /** The effect of a missing value. Only for fields without a default. */
  readonly otherwise?: string;
  /**
   * Whether the value can contain a secret. The stack keeps only a hash of such a value, and no page or message shows
   * it.
   */
  readonly isSecret?: true;
}

const meta = z.looseObject({
  description: z.string(),
  expects: z.string().optional(),
  otherwise: z.string().optional(),
  isSecret: z.literal(true).optional(),
});

/** A field of the configuration with its description: a few sentences without a full stop at the end. */
export const field = <S extends z.ZodType>(schema: S, description: string, words: Words = {}): S =>
  schema.meta({ description, ...words });

export const wordsOf = (schema: z.ZodType): z.infer<typeof meta> => meta.parse(schema.meta());

export const webAddress = () => z.url({ protocol: /^https?$/ });

/** A list with at least one item. To configure no item, an operator leaves the field out. */
export const list = <S extends z.ZodType>(item: S) => z.array(item).min(1);
