import { expect, test } from 'vitest';
import { parseDocument } from '../clusters/manifests/manifest-documents.ts';
import { writeObject } from './content-yaml.ts';

test('texts that kubectl would read as other values are quoted, so an object can be read again', () => {
  const labels = { on: 'yes', mode: '0644', y: 'n', day: '2026-11-25', size: '1_000', name: 'cart' };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels } };
  expect(writeObject(object)).toContain('mode: "0644"');
  expect(parseDocument(writeObject(object))).toEqual(object);
});
