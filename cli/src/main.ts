import { Command } from 'commander';

/** The command line `paddock`. */
const program = new Command('paddock').description('Order, watch and delete Kubernetes clusters');
await program.parseAsync();
