import { z } from 'zod';
import { parseReference, parseUuid, type Uuid } from '#shared/domain/_core/identifier';
import { documentText, exactLine, inOneLine, lineText, paragraphText } from '#shared/domain/_core/text/plain-text';
import { isAmbiguousAddress } from '#shared/domain/_core/values/same-origin';
import { storageProblem } from '#shared/domain/_core/values/storable-json';
import { exampleUuid } from './example-uuid.ts';
import { pythonType, TEXT } from './waldur-texts.ts';

/**
 * One line of text that is not blank. White space around the text is removed. For a blank text, no further error is
 * reported.
 */
export const text = (max: number) => lineText().min(1, { abort: true }).max(max);
/** One line of text, which may be empty. */
export const looseText = (max: number) => lineText().max(max);
/** Text of several lines, which may be empty, such as a description. */
export const paragraphs = (max: number) => paragraphText().max(max);
/** A document that is stored exactly as sent, with all white space. */
export const verbatim = (max: number) => documentText().max(max);
/**
 * Maximum length of a cloud-init template, in characters. Nova limits the size of user data after base64 encoding.
 * `MAX_TEMPLATE` is low enough that the values of the variables also fit.
 */
export const MAX_TEMPLATE = 40_000;
/** Maximum length of a reference to an object. A URL is longer than a uuid. */
const MAX_REFERENCE = 300;
/** Maximum length of a uuid with white space around it. */
const MAX_UUID = 100;
/** Maximum length of a time by ISO 8601. */
export const MAX_INSTANT = 40;

/**
 * A secret that callers send in a header, together with the provider's uuid. The secret consists of printable ASCII,
 * and its minimum length is that of 128 random bits in hex.
 */
export const callerSecret = () =>
  text(200).regex(/^[!-~]{32,}$/, 'Enter at least 32 printable ASCII characters without spaces.');

/** A key of a map. It stays as sent, because checks of a body read its keys before the body is parsed. */
export const mapKey = (max: number) => exactLine().max(max);

/**
 * A map whose keys the caller chooses.
 * @param key must not change keys, so not `text`, which removes white space
 * @param max the maximum number of keys
 */
export const mapOf = <K extends z.core.$ZodRecordKey, V extends z.core.SomeType>(key: K, value: V, max: number) =>
  z
    .record(key, value)
    .refine((given) => Object.keys(given).length <= max, `Ensure this field has no more than ${max} entries.`)
    .meta({ maxProperties: max });

/**
 * A JSON object that is stored as it is sent.
 * @param maxLength the maximum number of characters of its JSON
 */
export const jsonObject = (maxKey: number, maxKeys: number, maxLength: number) =>
  mapOf(z.string().max(maxKey), z.unknown(), maxKeys)
    .refine((given) => JSON.stringify(given).length <= maxLength, `Enter at most ${maxLength} characters of JSON.`)
    .refine((given) => storageProblem(given) === undefined, { error: ({ input }) => storageProblem(input) ?? '' });

/** A uuid with or without dashes. A URL is not accepted. */
export const uuidText = () =>
  z
    .string()
    .max(MAX_UUID)
    .transform((given, context): Uuid => {
      const uuid = parseUuid(given.trim());
      if (uuid === undefined) context.addIssue({ code: 'custom', message: TEXT.badUuid, input: given });
      return uuid ?? z.NEVER;
    });

/** Turns text into a number if it looks like one, because HTML forms send only text. */
export const numberFromText = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
const flagFromText = (value: unknown): unknown =>
  typeof value === 'string' ? (FLAGS[value.toLowerCase()] ?? value) : value;

/** Maximum amount of a component, and of an option's number. Its product with a factor of a quota is still exact. */
export const MAX_AMOUNT = 1_000_000_000_000;
export const integer = (min: number, max: number) => z.preprocess(numberFromText, z.int().min(min).max(max));
export const flag = () => z.preprocess(flagFromText, z.boolean());

const nullIfBlank = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value);
/** A field that may be left out. Null and blank text count as left out. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(nullIfBlank, schema.nullish());

/** The collection that a URL names: `customers` in `…/api/customers/<uuid>/`. */
function collectionOf(reference: string): string | undefined {
  const segments = reference.split(/[?#]/)[0]?.split('/').filter(Boolean) ?? [];
  return segments.at(-2);
}

function readReference(value: unknown, collections: readonly string[]): { uuid: Uuid } | { error: string } {
  if (value === undefined) return { error: TEXT.required };
  if (value === null) return { error: TEXT.null };
  if (typeof value !== 'string') {
    return { error: `Incorrect type. Expected URL string, received ${pythonType(value)}.` };
  }
  if (value.length > MAX_REFERENCE) return { error: `Ensure this field has no more than ${MAX_REFERENCE} characters.` };
  const uuid = parseReference(value);
  if (uuid === undefined) return { error: TEXT.noMatch };
  const isBare = parseUuid(value) !== undefined;
  return isBare || collections.includes(collectionOf(value) ?? '') ? { uuid } : { error: TEXT.wrongMatch };
}

/**
 * Description and example of a reference in the OpenAPI document. The schema alone shows no type, because it has a
 * transform.
 */
const describedReference = ([collection = '']: readonly string[]) => ({
  description: `An object of \`${collection}\`: its uuid or its URL.`,
  examples: [exampleUuid(collection)],
});

/**
 * A reference to an object: its uuid, with or without dashes, or its URL. As in Waldur, the host of the URL does not
 * matter.
 */
export const reference = (...collections: string[]) =>
  z
    .unknown()
    .transform((value, context): Uuid => {
      const read = readReference(value, collections);
      if ('uuid' in read) return read.uuid;
      context.addIssue({ code: 'custom', message: read.error, input: value });
      return z.NEVER;
    })
    .meta({ type: 'string', maxLength: MAX_REFERENCE, ...describedReference(collections) });

/** A reference that may be left out or null. */
export const optionalReference = (...collections: string[]) =>
  z
    .preprocess((value) => value ?? undefined, reference(...collections).optional())
    .meta({ type: ['string', 'null'], maxLength: MAX_REFERENCE, ...describedReference(collections) });

/** An ISO 8601 time, which may be left out or null. It is stored in UTC. */
export const optionalInstant = () =>
  z.iso
    .datetime({ offset: true, message: 'Datetime has wrong format. Use one of these formats: YYYY-MM-DDThh:mm:ssZ.' })
    .max(MAX_INSTANT)
    .nullish()
    .transform((value) => (value ? new Date(value).toISOString() : undefined));

const BAD_URL = 'Enter a valid URL.';
/** An http(s) address of at most 200 characters. Other programs may read it, so all must find the same host in it. */
export const address = () =>
  z
    .url({ protocol: /^https?$/, error: () => BAD_URL })
    .max(200)
    .refine((url) => !isAmbiguousAddress(url), { error: BAD_URL, abort: true })
    .check(inOneLine);

/** The address of a proxy. It must not contain a password, because replies show the address. */
export const proxyAddress = () =>
  address().refine((url) => !URL.canParse(url) || new URL(url).password === '', 'Enter a URL without a password.');
