import { z } from 'zod';
import { nearestName } from '#shared/domain/_core/text/nearest-name';

/** Of one object; a body of some megabytes could have a hundred thousand, and each costs comparisons. */
const MAX_NAMED = 20;

/**
 * The schema, made to refuse keys it does not have, each at its own place and with the nearest name it does have:
 * `{"nmae": ["Unknown attribute. Did you mean \"name\"?"]}`. Only for what is easily mistyped and then silently lost, an order's
 * attributes and an offering's options (`what` is the word for one); everywhere else unknown keys are ignored, as in Waldur.
 * A key that belongs `elsewhere` is told so instead. Other errors of the same object are reported beside them. Checks that the schema had are not taken over; call it first.
 */
export function knownFields<S extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<S>,
  what = 'attribute',
  elsewhere: { names: readonly string[]; text: string } = { names: [], text: '' },
) {
  const known = Object.keys(schema.shape);
  const messageFor = (key: string): string =>
    elsewhere.names.includes(key) ? elsewhere.text : `Unknown ${what}. Did you mean "${nearestName(key, known)}"?`;
  const atTheirPlaces = z.core._check(
    ({ issues }: z.core.ParsePayload) => {
      const index = issues.findIndex(({ code, path }) => code === 'unrecognized_keys' && !path?.length);
      const found = issues[index];
      if (found?.code !== 'unrecognized_keys') return;
      const named = found.keys.slice(0, MAX_NAMED).map((key) => ({
        code: 'custom' as const,
        path: [key],
        input: key,
        message: messageFor(key),
      }));
      issues.splice(index, 1, ...named);
    },
    // zod leaves checks out once something is wrong, which is when this one is wanted
    { when: () => true },
  );
  return schema.strict().check(atTheirPlaces);
}
