import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './document.ts';

const zipped = (text: string): Buffer => gzipSync(text, { level: 9 });

/** The files that the function `api/openapi` serves, by name (`functions/api/public/public-routes.ts`). */
export const PUBLISHED_FILES: Readonly<Record<string, () => Promise<Buffer>>> = {
  'openapi.json.gz': async () => zipped(JSON.stringify(openApiDocument())),
  'docs.html.gz': async () => zipped(await docsPage()),
};

/** Writes them beside the function's code. The build makes them, so a cold start does not have to. */
export async function writePublishedFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, make] of Object.entries(PUBLISHED_FILES)) await writeFile(join(folder, name), await make());
}
