/** A test compares this version with `package.json` and the newest release in `CHANGELOG.md`. */
export const VERSION = '0.1.0';
