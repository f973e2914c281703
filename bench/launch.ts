// npm run bench -- launch: what it costs a process that holds much memory to run git, by itself and by the launcher.
import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { launch } from '../src/lib/launcher/launch.ts';

const runs = 100;
const env = { PATH: process.env['PATH']! };
const command = {
  file: 'git',
  args: ['version'],
  env,
  cwd: '/',
  input: '',
  timeout: 10_000,
  maxOutput: 1_000,
};
const ways: Record<string, () => Promise<unknown>> = {
  'by itself': () => promisify(execFile)(command.file, command.args, { env }),
  'by the launcher': () => launch(command),
};

const held: Buffer[] = [];
for (const megabytes of [0, 200, 400]) {
  while (held.length * 10 < megabytes) held.push(Buffer.alloc(10 * 2 ** 20, 1));
  for (const [name, run] of Object.entries(ways)) {
    await run();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const before = process.cpuUsage();
    for (let nth = 0; nth < runs; nth++) await run();
    const { user, system } = process.cpuUsage(before);
    delay.disable();
    const cpu = ((user + system) / 1_000 / runs).toFixed(1);
    const blocked = (delay.percentile(90) / 1e6).toFixed(1);
    console.log(
      `${megabytes} MB held, ${name}: ${cpu} ms of CPU a command, event loop held up ${blocked} ms (p90)`,
    );
  }
}
process.exit();
