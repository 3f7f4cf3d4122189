import { z } from 'zod';
import type { Gives } from '#shared/domain/organizations/root-fields';

/** `entries`: the field is a record, and only these entries are as good as root. */
type Meaning = { gives: Gives; entries?: undefined } | { entries: Readonly<Record<string, Gives>> };
const declared = z.registry<Meaning>();

/**
 * Declares that whoever sets the field controls the machines or the API of a cluster. All that follows from it (who may
 * set the field, its description, docs/permissions.md) reads this declaration
 * (docs/decisions/0115-fields-that-are-as-good-as-root.md).
 */
export function asGoodAsRoot<S extends z.ZodType>(field: S, gives: Gives): S {
  declared.add(field, { gives });
  return field;
}

/** Declares that some entries of a record are as good as root. */
export function withRootEntries<S extends z.ZodType>(field: S, entries: Readonly<Record<string, Gives>>): S {
  declared.add(field, { entries });
  return field;
}

/** The schema below a wrapper such as `optional`. Undefined if there is none. */
function inside(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  if ('innerType' in def) return def.innerType as z.core.$ZodType;
  if (!(schema instanceof z.ZodPipe)) return undefined;
  return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
}

function meaningOf(schema: z.core.$ZodType): Meaning | undefined {
  const inner = inside(schema);
  return declared.get(schema) ?? (inner && meaningOf(inner));
}

/** Whether the field itself is as good as root, whatever it contains. */
export function isRootField(schema: z.core.$ZodType): boolean {
  const meaning = meaningOf(schema);
  return meaning !== undefined && meaning.entries === undefined;
}

type Found = { path: string; gives: Gives };
const isDictionary = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Which parts of a schema are visited. `names` are the entries of an object or record that are present, and `items`
 * the items of an array.
 */
type Visit = {
  names(known: readonly string[]): readonly string[];
  entry(name: string): Visit;
  items(): readonly (readonly [string, Visit])[];
};

/** Visits all that a schema declares. */
const EVERYTHING: Visit = { names: (known) => known, entry: () => EVERYTHING, items: () => [['[]', EVERYTHING]] };

/** Visits what a body contains. A field with the value null is present, because null changes the field, too. */
const bodyVisit = (body: unknown): Visit => ({
  names: (known) =>
    isDictionary(body) ? known.filter((name) => Object.hasOwn(body, name) && body[name] !== undefined) : [],
  entry: (name) => bodyVisit(isDictionary(body) ? body[name] : undefined),
  items: () => (Array.isArray(body) ? body.map((item: unknown, at) => [`.${at}`, bodyVisit(item)] as const) : []),
});

function collect(schema: z.core.$ZodType, visit: Visit, path: string): Found[] {
  const meaning = declared.get(schema);
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (meaning?.entries) {
    const { entries } = meaning;
    return visit.names(Object.keys(entries)).flatMap((name) => {
      const gives = entries[name];
      return gives === undefined ? [] : [{ path: below(name), gives }];
    });
  }
  if (meaning) return [{ path, gives: meaning.gives }];
  const inner = inside(schema);
  if (inner) return collect(inner, visit, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => collect(option, visit, path));
  if (schema instanceof z.ZodArray) {
    return visit.items().flatMap(([at, item]) => collect(schema.element, item, `${path}${at}`));
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return visit.names(Object.keys(shape)).flatMap((name) => {
    const field = shape[name];
    return field === undefined ? [] : collect(field, visit.entry(name), below(name));
  });
}

/** The names of the fields in the body that are as good as root, such as `pools.0.user_data`. */
export const rootFieldsIn = (schema: z.ZodType, body: unknown): string[] => [
  ...new Set(collect(schema, bodyVisit(body), '').map(({ path }) => path)),
];

/** All fields of a body that are declared as good as root, such as `pools[].user_data`. */
export function declaredRootFields(schema: z.ZodType): Found[] {
  const found = collect(schema, EVERYTHING, '');
  return found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at);
}
