import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { z } from 'zod';
import { openApiDocument } from '#infra/openapi/document';
import { sourceFiles } from '../architecture/source-files.ts';
import { sampleOf } from '../faults/matrix.ts';
import { commentsIn } from './comments.ts';
import { errorSentencesIn } from './error-sentences.ts';
import type { Text } from './text.ts';

/** `npm run draw-texts -- [--size 20] [--seed 1]`: prints random texts, so that somebody can read them without context. */
const { values } = parseArgs({
  options: { size: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});

const files = sourceFiles().map((path) =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
);
const product = files.filter(({ fileName }) => !/^test\/|\.test\.tsx?$/.test(fileName));

const described = z.object({ summary: z.string() });
const summaries = (): Text[] =>
  Object.entries(openApiDocument().paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const { data } = described.safeParse(operation);
      return data === undefined ? [] : [{ at: `${method.toUpperCase()} ${path}`, text: data.summary }];
    }),
  );

const all: Readonly<Record<string, readonly Text[]>> = {
  Comments: files.flatMap(commentsIn),
  'OpenAPI summaries': summaries(),
  'Error sentences': product.flatMap(errorSentencesIn),
};
for (const [title, texts] of Object.entries(all)) {
  const drawn = sampleOf(texts, Number(values.size), Number(values.seed));
  const lines = drawn.map(({ at, text }) => `${at}\n  ${text}\n`);
  process.stdout.write(`\n## ${title} (${texts.length})\n\n${lines.join('')}`);
}
