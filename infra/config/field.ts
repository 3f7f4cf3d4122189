import { z } from 'zod';

/** What is said of a field beside its schema. */
interface Words {
  /** What a right value is, where the schema's own words do not say it: `an address that begins with https://`. */
  readonly expects?: string;
  /** What happens without it, where there is no default. */
  readonly otherwise?: string;
  /** Its value may open something: the stack keeps a hash of it, and no page or message shows it. */
  readonly isSecret?: true;
}

const meta = z.looseObject({
  description: z.string(),
  expects: z.string().optional(),
  otherwise: z.string().optional(),
  isSecret: z.literal(true).optional(),
});

/** A field of the configuration with its meaning, one sentence or a few without a full stop at their end. */
export const field = <S extends z.ZodType>(schema: S, description: string, words: Words = {}): S =>
  schema.meta({ description, ...words });

export const wordsOf = (schema: z.ZodType): z.infer<typeof meta> => meta.parse(schema.meta());

export const webAddress = () => z.url({ protocol: /^https?$/ });

/** At least one: without any, the field is left out. */
export const list = <S extends z.ZodType>(item: S) => z.array(item).min(1);
