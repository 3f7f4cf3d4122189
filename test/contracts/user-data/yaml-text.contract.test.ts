import fc from 'fast-check';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '#shared/domain/_core/text/yaml-text';
import { anyText } from './any-text.ts';
import { pyYaml } from './py-yaml.ts';

const read = pyYaml();
const RUNS = { numRuns: 500 };
/** Long, because another program parses a document in each run. */
const PROPERTY_MS = 60_000;

/** Documents of any shape, with any text as keys and values. */
const anyDocument = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText,
    fc.boolean(),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const anyMapping = fc.dictionary(anyText, anyDocument, { maxKeys: 5 });

test('YAML that Paddock writes reads as what was meant, in PyYAML and in readers of 1.1 and 1.2, whatever the texts are', {
  timeout: PROPERTY_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyMapping, async (meant) => {
      const text = yamlText(meant);
      expect(text).toMatch(/^[\n -~]*$/);
      expect(await read(text)).toEqual(JSON.parse(JSON.stringify(meant)));
      expect(parse(text)).toEqual(meant);
      expect(load(text, { schema: YAML11_SCHEMA })).toEqual(meant);
    }),
    RUNS,
  );
});

test('the judge sees what a reader of YAML 1.2 does not: a line that ends at U+2028', async () => {
  const text = '#cloud-config\nssh_authorized_keys:\n  - ssh-ed25519 AAAA ada\u2028bootcmd: [reboot]\n';
  expect(Object.keys(parse(text))).toEqual(['ssh_authorized_keys']);
  expect(await read(text)).toMatchObject({ bootcmd: ['reboot'] });
});
