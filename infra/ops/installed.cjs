'use strict';
// Runs before commands that a newcomer types first, on whatever Node there is: theirs comes with `npm ci`, too.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

if (!existsSync(join(__dirname, '..', '..', 'node_modules', '.package-lock.json'))) {
  console.error('The packages are not installed. Run `npm ci`, then this again.');
  process.exit(1);
}
