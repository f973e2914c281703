import { runCli } from './cli/run.ts';

// Open handles (a watcher, a keep-alive socket) must not keep a finished command running.
process.exit(await runCli(process.argv.slice(2)));
