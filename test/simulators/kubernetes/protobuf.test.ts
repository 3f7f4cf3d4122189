import { expect, test } from 'vitest';
import { readProtobuf } from './protobuf-kinds.ts';

const field = (number: number, content: Buffer | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};
const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);
const envelope = (apiVersion: string, kind: string, raw: Buffer): Buffer =>
  message(Buffer.from('k8s\0'), field(1, message(field(1, apiVersion), field(2, kind))), field(2, raw));
const label = message(field(1, 'team'), field(2, 'shop'));
const metadata = field(1, message(field(1, 'shop'), field(2, ''), field(8, ''), field(11, label)));

test('an object in protobuf is what JSON would have been, without what is empty', () => {
  const data = field(2, message(field(1, 'key'), field(2, 'value')));
  expect(readProtobuf(envelope('v1', 'Secret', message(metadata, data, field(3, ''))))).toEqual({
    ...{ apiVersion: 'v1', kind: 'Secret', data: { key: 'dmFsdWU=' } },
    metadata: { name: 'shop', labels: { team: 'shop' } },
  });
});

test.each([
  ['a kind', envelope('batch/v1', 'Job', metadata), 'protobuf of batch/v1 Job'],
  ['a field', envelope('v1', 'Namespace', message(metadata, field(9, 'x'))), 'protobuf of v1 Namespace: field 9'],
  ['a body', Buffer.from('{}'), 'protobuf without its envelope'],
])('%s that is not known is refused, and not passed over', (_what, bytes, text) => {
  expect(() => readProtobuf(bytes)).toThrow(`not simulated: ${text}`);
});
