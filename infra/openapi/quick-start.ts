import { readFileSync } from 'node:fs';

/** docs/quick-start.md for the document's description, with each heading one level lower. */
export const quickStart = (): string =>
  readFileSync(new URL('../../docs/quick-start.md', import.meta.url), 'utf8').replace(/^#(?=#* [A-Z0-9])/gm, '##');
