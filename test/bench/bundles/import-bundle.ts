/** A program of its own, since a cold start happens once in a process: prints how many ms the import of the bundle named takes. */
const [address = ''] = process.argv.slice(2);
const began = performance.now();
await import(address);
const took = performance.now() - began;
process.stdout.write(`\n${took}\n`);
// What the bundle holds open, as a connection or a timer would, must not keep it running.
process.exit();
