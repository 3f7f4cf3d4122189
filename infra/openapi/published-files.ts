import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openApiDocument } from './document.ts';

const zipped = (text: string): Buffer => gzipSync(text, { level: 9 });

/**
 * The files that the function `api/public` serves (`functions/api/public/public-routes.ts`). The key is the name of a
 * file, and the value is a function that makes the file's content.
 */
export const PUBLISHED_FILES: Readonly<Record<string, () => Promise<Buffer>>> = {
  'openapi.json.gz': async () => zipped(JSON.stringify(openApiDocument())),
  'docs.html.gz': async () => zipped(await docsPage()),
};

/**
 * Writes the files into the folder of the function's code. The build writes the files, because making them in the
 * function would slow down cold starts.
 */
export async function writePublishedFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, make] of Object.entries(PUBLISHED_FILES)) await writeFile(join(folder, name), await make());
}

const textAt = (address: string): Promise<string> => readFile(new URL(address), 'utf8');

/**
 * The script that shows the OpenAPI document. The script keeps the document's order of collections. The script does not
 * store the token that a reader enters.
 */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});`;

/**
 * Escapes text that would end a script element early, or would hide its end (HTML standard, "Restrictions for contents
 * of script elements").
 */
const inScript = (code: string): string => code.replace(/<(?=!--|\/?script)/gi, '\\x3c');
const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * The document as one page. The page loads nothing from other hosts, so it works without Internet access. Its content
 * security policy allows only the page's own script, and requests only to the page's own origin. So the token that a
 * reader enters cannot reach another host.
 */
async function docsPage(): Promise<string> {
  const style = await textAt(import.meta.resolve('swagger-ui-dist/swagger-ui.css'));
  const viewer = await textAt(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
  const script = inScript(`${viewer}\n${START}`);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Paddock API</title>',
    `<style>${style}</style></head><body><div id="docs"></div>`,
    `<script>${script}</script></body></html>`,
  ].join('\n');
}
