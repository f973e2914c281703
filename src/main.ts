import { runCli } from './cli/run.ts';

// Whatever is still open (a watcher, a keep-alive socket) must not hold a finished command.
process.exit(await runCli(process.argv.slice(2)));
