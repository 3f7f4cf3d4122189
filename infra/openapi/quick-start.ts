import { readFileSync } from 'node:fs';

/** docs/quick-start.md as a part of the document's description: its title is no longer the highest. */
export const quickStart = (): string =>
  readFileSync(new URL('../../docs/quick-start.md', import.meta.url), 'utf8').replace(/^#(?=#* [A-Z0-9])/gm, '##');
