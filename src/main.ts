import { runCli } from './cli/run.ts';

const outputs = [process.stdout, process.stderr];
for (const output of outputs) {
  output.on('error', (fault: NodeJS.ErrnoException) => {
    // The reader closed the pipe (`| head`).
    if (fault.code !== 'EPIPE') throw fault;
  });
}

const code = await runCli(process.argv.slice(2));
// A pipe takes 64 KB at a time, and exiting would drop the rest.
for (const output of outputs) await new Promise((resolve) => output.write('', resolve));
// Open handles (a watcher, a keep-alive socket) must not keep a finished command running.
process.exit(code);
