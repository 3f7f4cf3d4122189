import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program that some tests need, or undefined. If the program is missing, a message on standard error
 * names its Debian package. Every test reporter shows standard error.
 */
export function installedTool(name: string, debianPackage = name): string | undefined {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
  if (found === undefined) {
    process.stderr.write(
      `Tests that need ${name} are skipped, it is not installed: apt-get install ${debianPackage}\n`,
    );
  }
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
