import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The path of Chromium: `PADDOCK_CHROMIUM`, or the first Chromium in `PATH`. Undefined if Chromium is not installed.
 */
export function findChromium(): string | undefined {
  const named = process.env.PADDOCK_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}
