import { Invalid } from '#shared/errors';

/**
 * Maximum number of values of one query parameter. The store turns each value of an indexed filter into a part of a
 * DynamoDB expression, which has at most 4 KB.
 */
export const MAX_QUERY_VALUES = 50;
/** Maximum number of values in a query, not counting `field`. */
const MAX_ALL_VALUES = 100;
/** Maximum number of times that `field` is repeated. It selects fields of the answer, so it costs no reads. */
export const MAX_QUERY_FIELDS = 200;
/** Maximum length of a query, in characters. */
const MAX_QUERY = 8_000;
/** Maximum length of a filter's value, in characters. A key of DynamoDB's index has at most 1,024 bytes. */
export const MAX_FILTER_TEXT = 300;
/** Number of the last page of the longest list. */
export const MAX_PAGE = 1_000_000;
/** Maximum value of a filter by a number: 15 digits. */
export const MAX_FILTER_NUMBER = 999_999_999_999_999;

const tooMany = (most: number): string => `Ensure this parameter has no more than ${most} values.`;

/** How many values a parameter has. Some filters also separate values by commas, so each comma adds a value. */
const valuesIn = (texts: readonly string[]): number => texts.flatMap((text) => text.split(',')).length;

/**
 * Refuses a query that is too long or has too many values, before anything is read for it. The error names the
 * parameter with the most values.
 * @throws Invalid
 */
export function assertQuerySize(query: URLSearchParams): void {
  const counts = [...new Set(query.keys())].map((name) => ({ name, values: valuesIn(query.getAll(name)) }));
  const repeated = counts.find(({ name, values }) => values > (name === 'field' ? MAX_QUERY_FIELDS : MAX_QUERY_VALUES));
  if (repeated !== undefined) {
    const most = repeated.name === 'field' ? MAX_QUERY_FIELDS : MAX_QUERY_VALUES;
    throw new Invalid({ [repeated.name]: [tooMany(most)] });
  }
  const filters = counts.filter(({ name }) => name !== 'field').toSorted((a, b) => b.values - a.values);
  const all = filters.reduce((sum, { values }) => sum + values, 0);
  const [first] = filters;
  if (first !== undefined && all > MAX_ALL_VALUES) {
    const text = `All parameters together may have at most ${MAX_ALL_VALUES} values, but this query has ${all}.`;
    throw new Invalid({ [first.name]: [text] });
  }
  if (query.toString().length > MAX_QUERY) {
    const [longest = ''] = [...query.keys()].toSorted(
      (a, b) => query.getAll(b).join().length - query.getAll(a).join().length,
    );
    throw new Invalid({ [longest]: [`Ensure this query has no more than ${MAX_QUERY} characters.`] });
  }
}

/**
 * Refuses a filter's value that is longer than any value that could match.
 * @throws Invalid
 */
export function assertFilterTexts(query: URLSearchParams): void {
  const long = [...query].find(([, text]) => text.length > MAX_FILTER_TEXT);
  if (long === undefined) return;
  throw new Invalid({ [long[0]]: [`Ensure this field has no more than ${MAX_FILTER_TEXT} characters.`] });
}
