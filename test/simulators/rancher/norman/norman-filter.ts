const MODIFIERS = ['eq', 'ne', 'in', 'notin', 'null', 'notnull'] as const;
type Modifier = (typeof MODIFIERS)[number];
export interface Condition {
  field: string;
  modifier: Modifier;
  values: string[];
}

const isModifier = (text: string): text is Modifier => MODIFIERS.some((one) => one === text);

/**
 * Conditions on a type's own fields, such as `name=x`, `name_ne=x` and `name_in=x&name_in=y`. All other parameters are
 * ignored.
 */
export function conditionsIn(query: URLSearchParams, fields: string[]): Condition[] {
  return [...new Set(query.keys())].flatMap((key) => {
    const [, field = key, modifier = 'eq'] = /^(.+)_([^_]*)$/.exec(key) ?? [];
    if (!fields.includes(field) || !isModifier(modifier)) return [];
    return [{ field, modifier, values: query.getAll(key) }];
  });
}

export function holds(view: Record<string, unknown>, { field, modifier, values }: Condition): boolean {
  const value = String(view[field] ?? '');
  if (modifier === 'null' || modifier === 'notnull') return (value === '') === (modifier === 'null');
  if (modifier === 'in' || modifier === 'notin') return values.includes(value) === (modifier === 'in');
  return (value === values[0]) === (modifier === 'eq');
}

/** A condition as the collection shows it under `filters`. */
export function shownCondition({ modifier, values }: Condition) {
  if (modifier === 'null' || modifier === 'notnull') return { modifier };
  return { modifier, value: modifier === 'in' || modifier === 'notin' ? values : values[0] };
}
