/** Reads one field's bytes; `undefined` leaves the field out. */
export type FieldReader = (bytes: Buffer | bigint) => unknown;
export interface ProtobufField {
  name: string;
  read: FieldReader;
  kind: 'one' | 'list' | 'map';
}
/** A message's fields by their numbers. */
export type ProtobufMessage = Readonly<Record<number, ProtobufField>>;

/** A message with parts that this simulator cannot read. */
export class UnknownProtobuf extends Error {
  override name = 'UnknownProtobuf';
}

const isBytes = (value: Buffer | bigint): value is Buffer => typeof value !== 'bigint';
export function bytesOf(value: Buffer | bigint): Buffer {
  if (!isBytes(value)) throw new UnknownProtobuf('a number where a text is expected');
  return value;
}

export const text: FieldReader = (value) => bytesOf(value).toString() || undefined;
export const base64: FieldReader = (value) => bytesOf(value).toString('base64');
/** For numbers in fields that distinguish 0 from an absent value. */
export const number: FieldReader = (value) => Number(BigInt.asIntN(64, numberOf(value)));
export const count: FieldReader = (value) => Number(number(value)) || undefined;
export const flag: FieldReader = (value) => numberOf(value) !== 0n || undefined;
/** For fields that the server writes itself. A client's value is ignored. */
export const ignored: FieldReader = () => undefined;
export const inner =
  (message: ProtobufMessage): FieldReader =>
  (value) =>
    readMessage(message, bytesOf(value));

function numberOf(value: Buffer | bigint): bigint {
  if (isBytes(value)) throw new UnknownProtobuf('a text where a number is expected');
  return value;
}

export const one = (name: string, read: FieldReader = text): ProtobufField => ({ name, read, kind: 'one' });
export const list = (name: string, read: FieldReader = text): ProtobufField => ({ name, read, kind: 'list' });
/** A map with texts as keys. `read` reads the values. */
export const map = (name: string, read: FieldReader = text): ProtobufField => {
  const pair = { 1: one('key'), 2: one('value', read) };
  return { name, read: inner(pair), kind: 'map' };
};

/**
 * A message as a JSON object. Empty strings and fields without content are left out, as Go leaves them out of JSON.
 * @throws UnknownProtobuf for a field that `message` does not have, so that nothing from a client is ignored silently
 */
export function readMessage(message: ProtobufMessage, bytes: Buffer): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [number, content] of fieldsOf(bytes)) {
    const field = message[number];
    if (!field) throw new UnknownProtobuf(`field ${number}`);
    put(made, field, field.read(content));
  }
  return made;
}

function put(made: Record<string, unknown>, { name, kind }: ProtobufField, value: unknown): void {
  if (kind === 'list') made[name] = [...(Array.isArray(made[name]) ? made[name] : []), value ?? ''];
  else if (kind === 'map') made[name] = { ...Object(made[name]), ...entryOf(value) };
  else if (value !== undefined && !isEmpty(value)) made[name] = value;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function entryOf(pair: unknown): Record<string, unknown> {
  const { key = '', value = '' } = Object(pair);
  return { [String(key)]: value };
}

function* fieldsOf(bytes: Buffer): Generator<[number: number, content: Buffer | bigint]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new UnknownProtobuf('an end before its end');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, wire] = [tag >>> 3, tag & 7];
    if (wire === 0) yield [number, varint()];
    else if (wire === 2) {
      const end = Number(varint()) + at;
      if (end > bytes.length) throw new UnknownProtobuf('an end before its end');
      yield [number, bytes.subarray(at, end)];
      at = end;
    } else throw new UnknownProtobuf(`wire type ${wire}`);
  }
}
