/**
 * A separate program, because a process has only one cold start. Prints how many milliseconds the import of the given
 * bundle takes.
 */
const [address = ''] = process.argv.slice(2);
const began = performance.now();
await import(address);
const took = performance.now() - began;
process.stdout.write(`\n${took}\n`);
// Connections or timers that the bundle keeps open must not keep the process running.
process.exit();
