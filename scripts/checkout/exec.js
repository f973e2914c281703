#!/usr/bin/env node
// The scripts in `package.json` begin with the shell's `exec`, so that signals reach Node itself. The shell of Windows has
// none, and finds this in its place: npm puts the commands of packages into its search path.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
if (program !== 'node') throw new Error('Only node can be started this way.');
spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
