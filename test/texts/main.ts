import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { z } from 'zod';
import { runCommand } from '#infra/local/run-command';
import { openApiDocument } from '#infra/openapi/document';
import { numberOption } from '#test/number-option';
import { sourceFiles } from '../architecture/source-files.ts';
import { sampleOf } from '../faults/matrix.ts';
import { commentsIn } from './comments.ts';
import { errorSentencesIn } from './error-sentences.ts';
import type { Text } from './text.ts';

const USAGE = 'npm run draw-texts -- [--size N] [--seed N]';

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

/** Prints random texts, so that somebody can read them without context. The same seed draws the same texts. */
async function draw(): Promise<void> {
  const { values } = parseArgs({
    options: { size: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  });
  const size = numberOption('size', values.size, { digits: 5, usage: USAGE });
  const seed = numberOption('seed', values.seed, { digits: 8, usage: USAGE });
  const all: Readonly<Record<string, readonly Text[]>> = {
    Comments: files.flatMap(commentsIn),
    'OpenAPI summaries': summaries(),
    'Error sentences': product.flatMap(errorSentencesIn),
  };
  for (const [title, texts] of Object.entries(all)) {
    const lines = sampleOf(texts, size, seed).map(
      ({ at, text, code }) => `${at}\n  ${text}\n${code ? `    > ${code}\n` : ''}`,
    );
    process.stdout.write(`\n## ${title} (${texts.length})\n\n${lines.join('')}`);
  }
}

await runCommand({ run: draw });
