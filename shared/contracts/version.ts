/** Of this code: that of `package.json` and of the newest release in `CHANGELOG.md`, which a test compares. */
export const VERSION = '0.1.0';
